#include "io/gzip_reader.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "io/input_file.hpp"

namespace graphsparse::io {

// On the thread that calls it.
class GzipReader::Inflater {
 public:
  Inflater(std::string path, Read stored)
      : path_(std::move(path)), stored_(std::move(stored)), input_(kBlock) {
    constexpr int gzip_only = MAX_WBITS + 16;
    if (inflateInit2(&state_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { (void)inflateEnd(&state_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::size_t read(char* bytes, std::size_t size) {
    std::size_t done = 0;
    while (done < size && !has_ended_) {
      if (!fill()) fail("it is cut off");
      constexpr std::size_t most = std::size_t{1} << 30U;
      const auto room = static_cast<uInt>(std::min(size - done, most));
      state_.next_out = reinterpret_cast<Bytef*>(bytes + done);
      state_.avail_out = room;
      const int outcome = inflate(&state_, Z_NO_FLUSH);
      done += room - state_.avail_out;
      produced_ += room - state_.avail_out;
      if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
      if (outcome == Z_STREAM_END) {
        begin_next_member();
      } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
        fail(state_.msg != nullptr ? state_.msg : "invalid data");
      }
    }
    return done;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    fail_in(path_, fmt::format("damaged .gz file: {} after {} decompressed bytes; "
                               "download or compress it again ('gzip -t' tests it)",
                               what, produced_));
  }

  bool fill() {
    if (state_.avail_in > 0) return true;
    const std::size_t count = stored_(input_.data(), input_.size());
    state_.next_in = reinterpret_cast<Bytef*>(input_.data());
    state_.avail_in = static_cast<uInt>(count);
    return count > 0;
  }

  // Zeros behind the last member are padding, as tapes and some tools leave it.
  void begin_next_member() {
    for (;;) {
      if (!fill()) {
        has_ended_ = true;
        return;
      }
      if (*state_.next_in != 0) break;
      ++state_.next_in;
      --state_.avail_in;
    }
    constexpr unsigned char first_byte = 0x1f;
    if (*state_.next_in != first_byte) fail("something else follows its end");
    (void)inflateReset(&state_);
  }

  static constexpr std::size_t kBlock = std::size_t{1} << 18U;

  std::string path_;
  Read stored_;
  std::vector<char> input_;
  z_stream state_ = {};
  std::uint64_t produced_ = 0;
  bool has_ended_ = false;
};

// A few blocks ahead of whoever reads. What fits into one block needs no thread.
class GzipReader::ReadAhead {
 public:
  ReadAhead(std::string path, Read stored) : inflater_(std::move(path), std::move(stored)) {}
  ~ReadAhead() {
    {
      const std::scoped_lock lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  std::size_t read(char* bytes, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
      if (used_ == current_.size && !next_block()) break;
      const std::size_t count = std::min(size - done, current_.size - used_);
      std::copy_n(current_.bytes.data() + used_, count, bytes + done);
      used_ += count;
      done += count;
    }
    return done;
  }

 private:
  static constexpr std::size_t kBlockSize = std::size_t{1} << 19U;
  static constexpr std::size_t kMostReady = 4;

  struct Block {
    std::vector<char> bytes;
    std::size_t size = 0;
    bool is_last() const { return size < bytes.size(); }
  };

  void fill(Block& block) {
    block.bytes.resize(kBlockSize);
    block.size = inflater_.read(block.bytes.data(), kBlockSize);
  }

  // The next block; false at the end. Throws what decompressing it threw.
  bool next_block() {
    const bool is_first = current_.bytes.empty();
    if (!is_first && current_.is_last()) return false;
    used_ = 0;
    if (is_first) {
      fill(current_);
      return current_.size > 0;
    }
    if (!has_begun_) {
      has_begun_ = true;
      try {
        thread_ = std::jthread([this] { work(); });
      } catch (const std::system_error&) {
        // The machine gives no more threads.
      }
    }
    if (!thread_.joinable()) {
      fill(current_);
      return current_.size > 0;
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ready_.empty() || failure_; });
    if (ready_.empty()) std::rethrow_exception(failure_);
    std::swap(current_, ready_.front());
    spare_.push_back(std::move(ready_.front()));
    ready_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return current_.size > 0;
  }

  void work() noexcept {
    try {
      for (bool is_last = false; !is_last;) {
        Block block;
        {
          std::unique_lock lock(mutex_);
          changed_.wait(lock, [this] { return ready_.size() < kMostReady || is_stopped_; });
          if (is_stopped_) return;
          if (!spare_.empty()) {
            block = std::move(spare_.back());
            spare_.pop_back();
          }
        }
        fill(block);
        is_last = block.is_last();
        const std::scoped_lock lock(mutex_);
        ready_.push_back(std::move(block));
        changed_.notify_all();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
      changed_.notify_all();
    }
  }

  Inflater inflater_;
  Block current_;
  std::size_t used_ = 0;  // of it
  bool has_begun_ = false;

  std::mutex mutex_;  // of what both threads use
  std::condition_variable changed_;
  std::deque<Block> ready_;
  std::vector<Block> spare_;  // for their memory
  std::exception_ptr failure_;
  bool is_stopped_ = false;
  std::jthread thread_;  // the first to go, as it uses all of the above
};

GzipReader::GzipReader(std::string path, Read stored)
    : ahead_(std::make_unique<ReadAhead>(std::move(path), std::move(stored))) {}
GzipReader::~GzipReader() = default;

std::size_t GzipReader::read(char* bytes, std::size_t size) { return ahead_->read(bytes, size); }

}  // namespace graphsparse::io
