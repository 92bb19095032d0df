// Numbers for names: each name gets the next number when it is first seen.
#pragma once

#include <cstddef>
#include <cstdint>
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
  NodeId intern(std::string_view name) {
    const NodeId known = id_of_number(name);
    return known != kNoNode ? known : intern(name, hash_of(name));
  }
  NodeId intern(std::string_view name, std::uint32_t hash);
  // The same for the name that spells this number, of at most nine digits.
  NodeId intern_number(NodeId number) {
    const auto place = static_cast<std::size_t>(number);
    const NodeId known = place < id_of_number_.size() ? id_of_number_[place] : kNoNode;
    return known != kNoNode ? known : intern(std::to_string(number));
  }
  // The number of the name, or kNoNode.
  NodeId find(std::string_view name) const;

  // Numbers below that have a place in a table of their own from the start, as the size of a file
  // justifies it; without a word as many as a few times the names.
  void allow_numbers_below(std::size_t limit) { number_limit_ = limit; }

  static std::uint32_t hash_of(std::string_view name);
  // A large table waits for memory. Asked for some names ahead, it is there when they come.
  void prefetch_number(NodeId number) const {
    const auto place = static_cast<std::size_t>(number);
    if (place < id_of_number_.size()) __builtin_prefetch(&id_of_number_[place]);
  }
  void prefetch_slot(std::uint32_t hash) const { __builtin_prefetch(&slots_[home_of(hash)]); }
  void prefetch_name(std::uint32_t hash) const {
    const NodeId id = slots_[home_of(hash)].id;
    if (id != kNoNode) __builtin_prefetch(&names_[static_cast<std::size_t>(id)]);
  }

  const std::vector<std::string>& names() const { return names_; }
  std::vector<std::string> take_names() { return std::move(names_); }

 private:
  // Open addressing with linear probing. The hash stands beside the number, so that other names are
  // told apart without looking at them.
  struct Slot {
    std::uint32_t hash = 0;
    NodeId id = kNoNode;
  };

  std::size_t home_of(std::uint32_t hash) const { return hash & (slots_.size() - 1); }
  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  NodeId id_of_number(std::string_view name) const;
  // False where the number is too large for the table of numbers, or the name is none.
  bool remember_number(std::string_view name, NodeId id);
  void grow();

  std::vector<std::string> names_;
  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_slots_ = 0;
  // Most names are small numbers. Their ids stand here instead, in a fraction of the memory.
  std::vector<NodeId> id_of_number_;
  std::size_t number_limit_ = 0;
};

}  // namespace graphsparse::io
