// Decompresses gzip data in blocks: one member or several behind each other, as bgzip writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace graphsparse::io {

class Inflater {
 public:
  // Fills bytes with compressed data, fewer than asked for only at the end.
  using Read = std::function<std::size_t(char* bytes, std::size_t size)>;

  Inflater(std::string source, Read read);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Fills `size` bytes, fewer only at the end. Throws InputError for data that is damaged or cut
  // off, naming the source and how far it could be read.
  std::size_t read(char* bytes, std::size_t size);

 private:
  class Stream;

  bool fill();
  void begin_next_member();
  [[noreturn]] void fail(const std::string& what) const;

  std::string source_;
  Read read_;
  std::unique_ptr<Stream> stream_;
  std::uint64_t produced_ = 0;
  bool has_ended_ = false;
};

}  // namespace graphsparse::io
