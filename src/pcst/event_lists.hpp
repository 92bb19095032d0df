// Unsorted lists of events that share one pool of memory, in chunks: appending and walking through
// a list move memory in sequence. A list is named by its front chunk, the only one that may not be
// full.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "pcst/growth_event.hpp"
#include "pcst/huge_pages.hpp"

namespace graphsparse {

class EventLists {
 public:
  using List = std::int32_t;
  static constexpr List kEmpty = -1;

  // Room for so many events in at most so many lists at a time.
  EventLists(std::size_t events, std::size_t lists)
      // One more for the chunk that is being drained while its events already lie elsewhere.
      : chunk_count_(events / kChunkSize + lists + 1),
        chunks_(make_large_array<Chunk>(chunk_count_)) {}

  // Forgets all lists.
  void clear() {
    fresh_ = 0;
    free_ = kEmpty;
  }

  void append(List& list, const GrowthEvent& event) {
    if (list == kEmpty || chunk(list).count == kChunkSize) list = new_chunk(list);
    Chunk& front = chunk(list);
    front.events[front.count++] = event;
  }

  // Shows every event of a list.
  template <class Function>
  void for_each(List list, const Function& look) const {
    for (; list != kEmpty; list = chunk(list).next) {
      const Chunk& part = chunk(list);
      for (std::size_t at = 0; at < part.count; ++at) look(part.events[at]);
    }
  }

  // Hands out every event of a list, which is gone afterwards; `take` may append to others.
  template <class Function>
  void drain(List list, const Function& take) {
    while (list != kEmpty) {
      const Chunk& part = chunk(list);
      for (std::size_t at = 0; at < part.count; ++at) take(part.events[at]);
      const List next = part.next;
      release(list);
      list = next;
    }
  }

  // Of a list that is not empty.
  const GrowthEvent& first(List list) const { return chunk(list).events[0]; }

  // Whether a list has more than so many events.
  bool exceeds(List list, std::size_t limit) const {
    std::size_t count = 0;
    for (; list != kEmpty; list = chunk(list).next) {
      count += chunk(list).count;
      if (count > limit) return true;
    }
    return false;
  }

  std::size_t memory_bytes() const { return chunk_count_ * sizeof(Chunk); }

 private:
  static constexpr std::size_t kChunkSize = 15;  // so that a chunk is a quarter of a kilobyte
  struct Chunk {
    std::array<GrowthEvent, kChunkSize> events;
    std::uint32_t count;
    List next;
  };

  Chunk& chunk(List at) { return chunks_[static_cast<std::size_t>(at)]; }
  const Chunk& chunk(List at) const { return chunks_[static_cast<std::size_t>(at)]; }

  List new_chunk(List next) {
    List made = free_;
    if (made == kEmpty) {
      made = static_cast<List>(fresh_++);
    } else {
      free_ = chunk(made).next;
    }
    chunk(made).count = 0;
    chunk(made).next = next;
    return made;
  }
  void release(List at) {
    chunk(at).next = free_;
    free_ = at;
  }

  std::size_t chunk_count_;
  std::unique_ptr<Chunk[]> chunks_;
  std::size_t fresh_ = 0;  // chunks from here on have never been used since the last clear
  List free_ = kEmpty;
};

}  // namespace graphsparse
