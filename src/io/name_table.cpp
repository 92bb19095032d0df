#include "io/name_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "graphsparse/core/error.hpp"

namespace graphsparse::io {
namespace {

constexpr std::size_t kFirstSlots = 1024;

// The bits of a product are good at its top only; repeat brings them down.
std::uint64_t mix(std::uint64_t state, std::uint64_t word) {
  const std::uint64_t product = (state ^ word) * 0x9e3779b97f4a7c15U;
  return product ^ (product >> 32U);
}

constexpr std::size_t kNoNumber = std::numeric_limits<std::size_t>::max();

// The number that the name spells, if it is a short one without leading zeros.
std::size_t number_of(std::string_view name) {
  constexpr std::size_t most_digits = 9;
  if (name.empty() || name.size() > most_digits) return kNoNumber;
  if (name.front() == '0' && name.size() > 1) return kNoNumber;
  std::size_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return kNoNumber;
    number = 10 * number + static_cast<std::size_t>(c - '0');
  }
  return number;
}

}  // namespace

NameTable::NameTable() : slots_(kFirstSlots) {}

std::uint32_t NameTable::hash_of(std::string_view name) {
  std::uint64_t state = name.size();
  while (name.size() > 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), 8);
    state = mix(state, word);
    name.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!name.empty()) std::memcpy(&word, name.data(), name.size());
  return static_cast<std::uint32_t>(mix(mix(state, word), 0));
}

std::size_t NameTable::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t index = home_of(hash);
  for (;; index = (index + 1) & mask) {
    const Slot& slot = slots_[index];
    if (slot.id == kNoNode) return index;
    if (slot.hash == hash && names_[static_cast<std::size_t>(slot.id)] == name) return index;
  }
}

NodeId NameTable::find(std::string_view name) const {
  const NodeId known = id_of_number(name);
  return known != kNoNode ? known : slots_[slot_of(name, hash_of(name))].id;
}

NodeId NameTable::id_of_number(std::string_view name) const {
  const std::size_t number = number_of(name);
  return number < id_of_number_.size() ? id_of_number_[number] : kNoNode;
}

bool NameTable::remember_number(std::string_view name, NodeId id) {
  const std::size_t number = number_of(name);
  // Not more room than the names themselves justify, whatever numbers a file holds.
  constexpr std::size_t per_name = 4;
  if (number >= std::max({kFirstSlots, number_limit_, per_name * names_.size()})) return false;
  if (number >= id_of_number_.size()) {
    id_of_number_.resize(std::max(kFirstSlots, std::bit_ceil(number + 1)), kNoNode);
  }
  id_of_number_[number] = id;
  return true;
}

NodeId NameTable::intern(std::string_view name, std::uint32_t hash) {
  const NodeId known = id_of_number(name);
  if (known != kNoNode) return known;
  const std::size_t index = slot_of(name, hash);
  if (slots_[index].id != kNoNode) {
    remember_number(name, slots_[index].id);
    return slots_[index].id;
  }
  if (names_.size() >= static_cast<std::size_t>(std::numeric_limits<NodeId>::max())) {
    throw InputError("more than 2147483647 names are too many; at most so many fit");
  }
  const auto id = static_cast<NodeId>(names_.size());
  names_.emplace_back(name);
  // Numbers that have a place of their own need none in the slots, which are far apart in memory.
  if (remember_number(name, id)) return id;
  slots_[index] = {hash, id};
  if (2 * ++used_slots_ > slots_.size()) grow();
  return id;
}

void NameTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == kNoNode) continue;
    std::size_t index = home_of(slot.hash);
    while (slots_[index].id != kNoNode) index = (index + 1) & mask;
    slots_[index] = slot;
  }
}

}  // namespace graphsparse::io
