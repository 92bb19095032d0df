#include "pcst/event_queue.hpp"

#include <bit>

namespace graphsparse {

EventQueue::EventQueue(std::size_t capacity)
    : capacity_(capacity),
      // Each bucket may have one chunk that is not full.
      chunk_count_(capacity / kChunkSize + GrowthEvent::kBits + 2) {
  chunks_ = std::make_unique_for_overwrite<Chunk[]>(chunk_count_);
  run_.reserve(2 * kRunSize);
  late_.reserve(std::max(2 * kRunSize, capacity / 4));  // far more than ties are known to need
  clear();
}

void EventQueue::clear() {
  size_ = 0;
  horizon_ = GrowthEvent::before_all();
  run_.clear();
  late_.clear();
  buckets_.fill(kNone);
  occupied_.fill(0);
  fresh_chunks_ = 0;
  free_chunk_ = kNone;
}

void EventQueue::append(std::int32_t& bucket, const GrowthEvent& event) {
  if (bucket == kNone || chunks_[static_cast<std::size_t>(bucket)].count == kChunkSize) {
    std::int32_t chunk = free_chunk_;
    if (chunk == kNone) {
      chunk = static_cast<std::int32_t>(fresh_chunks_++);
    } else {
      free_chunk_ = chunks_[static_cast<std::size_t>(chunk)].next;
    }
    chunks_[static_cast<std::size_t>(chunk)].count = 0;
    chunks_[static_cast<std::size_t>(chunk)].next = bucket;
    bucket = chunk;
  }
  Chunk& front = chunks_[static_cast<std::size_t>(bucket)];
  front.events[front.count++] = event;
}

void EventQueue::release(std::int32_t chunk) {
  chunks_[static_cast<std::size_t>(chunk)].next = free_chunk_;
  free_chunk_ = chunk;
}

int EventQueue::take_lowest_place() {
  std::size_t word = 0;
  while (occupied_[word] == 0) ++word;
  const int bit = std::countr_zero(occupied_[word]);
  occupied_[word] &= occupied_[word] - 1;
  return static_cast<int>(64 * word) + bit;
}

std::size_t EventQueue::count_events(std::int32_t bucket) const {
  std::size_t count = 0;
  for (; bucket != kNone && count <= kRunSize;
       bucket = chunks_[static_cast<std::size_t>(bucket)].next) {
    count += chunks_[static_cast<std::size_t>(bucket)].count;
  }
  return count;
}

// Moves the horizon on by one bucket: sorts it into the run, after splitting it as often as needed.
void EventQueue::refill_run() {
  for (;;) {
    const int place = take_lowest_place();
    std::int32_t chunk = buckets_[static_cast<std::size_t>(place)];
    if (chunk == kNone) continue;  // emptied by a purge
    buckets_[static_cast<std::size_t>(place)] = kNone;
    const bool fits = count_events(chunk) <= kRunSize;
    // All events of the bucket agree above `place`, and all later ones lie beyond the last such.
    const GrowthEvent& sample = chunks_[static_cast<std::size_t>(chunk)].events[0];
    GrowthEvent earliest = sample;
    if (fits) {
      horizon_ = sample.last_with_same_bits_above(place - 1);
    } else {
      for (std::int32_t at = chunk; at != kNone; at = chunks_[static_cast<std::size_t>(at)].next) {
        const Chunk& part = chunks_[static_cast<std::size_t>(at)];
        earliest = std::min(
            earliest, *std::min_element(part.events.begin(), part.events.begin() + part.count));
      }
      horizon_ = earliest;
    }
    while (chunk != kNone) {
      const Chunk& part = chunks_[static_cast<std::size_t>(chunk)];
      for (std::size_t at = 0; at < part.count; ++at) {
        if (fits || !(horizon_ < part.events[at])) {
          run_.push_back(part.events[at]);
        } else {
          push_far(part.events[at]);
        }
      }
      const std::int32_t next = part.next;
      release(chunk);
      chunk = next;
    }
    if (fits) {
      std::sort(run_.begin(), run_.end(), later);
      return;
    }
    if (!run_.empty()) return;  // those that equal the earliest
  }
}

std::size_t EventQueue::memory_bytes() const {
  return chunk_count_ * sizeof(Chunk) + (run_.capacity() + late_.capacity()) * sizeof(GrowthEvent);
}

}  // namespace graphsparse
