#include "io/gzip_stream.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "io/input_file.hpp"

namespace graphsparse::io {

class Inflater::Stream {
 public:
  Stream() : input_(kBlock) {
    constexpr int gzip_only = MAX_WBITS + 16;
    if (inflateInit2(&state, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { (void)inflateEnd(&state); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool fill(const Read& read) {
    const std::size_t count = read(input_.data(), input_.size());
    state.next_in = reinterpret_cast<Bytef*>(input_.data());
    state.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  z_stream state = {};

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 18U;
  std::vector<char> input_;
};

Inflater::Inflater(std::string source, Read read)
    : source_(std::move(source)), read_(std::move(read)), stream_(std::make_unique<Stream>()) {}
Inflater::~Inflater() = default;

void Inflater::fail(const std::string& what) const {
  fail_in(source_, fmt::format("damaged .gz file: {} after {} decompressed bytes; download or "
                               "compress it again ('gzip -t' tests it)",
                               what, produced_));
}

bool Inflater::fill() { return stream_->state.avail_in > 0 || stream_->fill(read_); }

// Zeros behind the last member are padding, as tapes and some tools leave it.
void Inflater::begin_next_member() {
  z_stream& state = stream_->state;
  for (;;) {
    if (!fill()) {
      has_ended_ = true;
      return;
    }
    if (*state.next_in != 0) break;
    ++state.next_in;
    --state.avail_in;
  }
  constexpr unsigned char first_byte = 0x1f;
  if (*state.next_in != first_byte) fail("something else follows its end");
  (void)inflateReset(&state);
}

std::size_t Inflater::read(char* bytes, std::size_t size) {
  z_stream& state = stream_->state;
  std::size_t done = 0;
  while (done < size && !has_ended_) {
    if (!fill()) fail("it is cut off");
    constexpr std::size_t most = std::size_t{1} << 30U;
    const auto room = static_cast<uInt>(std::min(size - done, most));
    state.next_out = reinterpret_cast<Bytef*>(bytes + done);
    state.avail_out = room;
    const int outcome = inflate(&state, Z_NO_FLUSH);
    done += room - state.avail_out;
    produced_ += room - state.avail_out;
    if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
    if (outcome == Z_STREAM_END) {
      begin_next_member();
    } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
      fail(state.msg != nullptr ? state.msg : "invalid data");
    }
  }
  return done;
}

}  // namespace graphsparse::io
