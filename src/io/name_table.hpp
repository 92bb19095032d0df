// Numbers for names: each name gets the next number when it is first seen.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/types.hpp"

namespace graphsparse::io {

class NameTable {
 public:
  NameTable();

  // The number of the name, a new one if it has none yet.
  NodeId intern(std::string_view name);
  // The same for many names at once, several times faster: a large table waits for memory, and here
  // it waits for all of them together.
  void intern(std::span<const std::string_view> names, std::span<NodeId> ids);
  // The number of the name, or kNoNode.
  NodeId find(std::string_view name) const;
  // The same for a name that is a small number itself, without a look into the table; kNoNode may
  // also mean that it has to be looked for there.
  NodeId find_number(std::string_view name) const { return id_of_number(name); }

  const std::vector<std::string>& names() const { return names_; }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  // Open addressing with linear probing. A part of the hash stands beside the number, so that other
  // names are told apart without looking at them.
  struct Slot {
    std::uint32_t hash = 0;
    NodeId id = kNoNode;
  };

  static std::uint64_t hash_of(std::string_view name);
  std::size_t home_of(std::uint64_t hash) const { return (hash >> 20U) & (slots_.size() - 1); }
  std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  NodeId intern(std::string_view name, std::uint64_t hash);
  NodeId id_of_number(std::string_view name) const;
  // False where the number is too large for the table of numbers, or the name is none.
  bool remember_number(std::string_view name, NodeId id);
  void grow();

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half full
  // Most names are small numbers. Their ids stand here too, in a fraction of the memory.
  std::vector<NodeId> id_of_number_;
  std::vector<std::uint64_t> hashes_;  // of the names that are interned together
};

}  // namespace graphsparse::io
