// Decompresses gzip data, one member or several behind each other as bgzip writes them, on a thread
// of its own where it is more than a little.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace graphsparse::io {

class GzipReader {
 public:
  // Fills so many of the stored bytes, fewer only at their end.
  using Read = std::function<std::size_t(char* bytes, std::size_t size)>;

  // The path is for messages.
  GzipReader(std::string path, Read stored);
  ~GzipReader();

  // Fills `size` bytes, fewer only at the end. Throws InputError for data that is damaged or cut
  // off, naming the file and how far it could be read.
  std::size_t read(char* bytes, std::size_t size);

 private:
  class Inflater;
  class ReadAhead;

  std::unique_ptr<ReadAhead> ahead_;
};

}  // namespace graphsparse::io
