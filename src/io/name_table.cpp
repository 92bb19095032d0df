#include "io/name_table.hpp"

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

std::uint64_t NameTable::hash_of(std::string_view name) {
  std::uint64_t state = name.size();
  while (name.size() > 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), 8);
    state = mix(state, word);
    name.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!name.empty()) std::memcpy(&word, name.data(), name.size());
  return mix(mix(state, word), 0);
}

std::size_t NameTable::slot_of(std::string_view name, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto short_hash = static_cast<std::uint32_t>(hash);
  std::size_t index = home_of(hash);
  for (;; index = (index + 1) & mask) {
    const Slot& slot = slots_[index];
    if (slot.id == kNoNode) return index;
    if (slot.hash == short_hash && names_[static_cast<std::size_t>(slot.id)] == name) return index;
  }
}

NodeId NameTable::find(std::string_view name) const {
  const NodeId known = id_of_number(name);
  return known != kNoNode ? known : slots_[slot_of(name, hash_of(name))].id;
}

NodeId NameTable::intern(std::string_view name) {
  const NodeId known = id_of_number(name);
  return known != kNoNode ? known : intern(name, hash_of(name));
}

NodeId NameTable::id_of_number(std::string_view name) const {
  const std::size_t number = number_of(name);
  return number < id_of_number_.size() ? id_of_number_[number] : kNoNode;
}

bool NameTable::remember_number(std::string_view name, NodeId id) {
  const std::size_t number = number_of(name);
  // Not more room than the names themselves justify, whatever numbers a file holds.
  const std::size_t limit = 2 * slots_.size();
  if (number >= limit) return false;
  if (id_of_number_.size() < limit) id_of_number_.resize(limit, kNoNode);
  id_of_number_[number] = id;
  return true;
}

void NameTable::intern(std::span<const std::string_view> names, std::span<NodeId> ids) {
  hashes_.resize(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    ids[i] = id_of_number(names[i]);
    if (ids[i] != kNoNode) continue;
    hashes_[i] = hash_of(names[i]);
    __builtin_prefetch(&slots_[home_of(hashes_[i])]);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (ids[i] != kNoNode) continue;
    const NodeId id = slots_[home_of(hashes_[i])].id;
    if (id != kNoNode) __builtin_prefetch(&names_[static_cast<std::size_t>(id)]);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (ids[i] != kNoNode) continue;
    ids[i] = id_of_number(names[i]);  // it may stand twice among these names
    if (ids[i] == kNoNode) ids[i] = intern(names[i], hashes_[i]);
  }
}

NodeId NameTable::intern(std::string_view name, std::uint64_t hash) {
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
  if (!remember_number(name, id)) slots_[index] = {static_cast<std::uint32_t>(hash), id};
  if (2 * names_.size() > slots_.size()) grow();
  return id;
}

void NameTable::grow() {
  std::vector<Slot>(2 * slots_.size()).swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t id = 0; id < names_.size(); ++id) {
    if (id_of_number(names_[id]) != kNoNode) continue;
    const std::uint64_t hash = hash_of(names_[id]);
    std::size_t index = home_of(hash);
    while (slots_[index].id != kNoNode) index = (index + 1) & mask;
    slots_[index] = {static_cast<std::uint32_t>(hash), static_cast<NodeId>(id)};
  }
}

}  // namespace graphsparse::io
