// Damages files of unfinished work, as disks, editors and people do.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/random.hpp"

namespace graphsparse::test_support {

inline constexpr std::uint64_t kMutations = 200;

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size() - 1) + 1;
    lines.push_back(content.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

// A byte changed, put in or taken out; two lines exchanged, one deleted or repeated; the end cut
// off; rubbish at the end.
inline std::string mutated(const std::string& content, RandomStream& stream) {
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(stream.below(static_cast<std::uint64_t>(limit)));
  };
  std::string changed = content;
  std::vector<std::string> lines = lines_of(content);
  const std::size_t place = below(content.size());
  const std::size_t line = below(lines.size());
  const auto byte = static_cast<char>(below(256));
  switch (below(8)) {
    case 0:
      changed[place] = byte;
      return changed;
    case 1:
      changed.insert(place, 1, byte);
      return changed;
    case 2:
      return changed.erase(place, 1);
    case 3:
      std::swap(lines[line], lines[below(lines.size())]);
      break;
    case 4:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
      break;
    case 5:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())), lines[line]);
      break;
    case 6:
      return changed.substr(0, place);
    default:
      return changed + "rubbish\t1\t2\n";
  }
  changed.clear();
  for (const std::string& one : lines) changed += one;
  return changed;
}

// Values of a record changed, left out or repeated: what a right checksum does not tell.
inline std::string mutated_values(const std::string& record, RandomStream& stream) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= record.size();) {
    const std::size_t end = std::min(record.find(' ', begin), record.size());
    words.push_back(record.substr(begin, end - begin));
    begin = end + 1;
  }
  constexpr const char* kValues[] = {"-1",    "0",   "1",     "7",          "1000000",
                                     "1e300", "nan", "-inf",  "2147483648", "9223372036854775807",
                                     "",      "x",   "3:IHT", "99:IHT",     "0.5"};
  const auto place = static_cast<std::size_t>(stream.below(words.size()));
  switch (stream.below(3)) {
    case 0:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(place));
      break;
    case 1:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), words[place]);
      break;
    default:
      words[place] = kValues[stream.below(std::size(kValues))];
  }
  std::string changed;
  for (const std::string& word : words) changed += (changed.empty() ? "" : " ") + word;
  return changed;
}

}  // namespace graphsparse::test_support
