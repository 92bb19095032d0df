// The queue of events, earliest first. Time never runs backwards, so a radix queue does: events far
// off lie unsorted in buckets by the highest bit in which they differ from the present; only the
// next bucketful is sorted. This moves memory in sequence, where a heap jumps about. Nothing is
// ever removed from the middle: an event that has been overtaken stays until its turn comes and is
// then recognised by whoever put it there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "pcst/growth_event.hpp"

namespace graphsparse {

class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity);

  void clear();
  bool empty() const { return size_ == 0; }
  // Whether purge should be called before the next push.
  bool full() const { return size_ >= capacity_; }

  // Events must not lie before the last one popped.
  void push(const GrowthEvent& event) {
    ++size_;
    if (!(horizon_ < event)) {
      push_near(event);
    } else {
      push_far(event);
    }
  }

  GrowthEvent pop() {
    --size_;
    if (run_.empty() && late_.empty()) refill_run();
    if (late_.empty() || (!run_.empty() && run_.back() < late_.front())) {
      const GrowthEvent event = run_.back();
      run_.pop_back();
      return event;
    }
    std::pop_heap(late_.begin(), late_.end(), later);
    const GrowthEvent event = late_.back();
    late_.pop_back();
    return event;
  }

  // Whether another event has the same time as the one popped last.
  bool has_another_at(double time) const {
    if (!run_.empty() && run_.back().time() == time) return true;
    if (!late_.empty() && late_.front().time() == time) return true;
    // Events in the first 65 buckets differ from the horizon in less than the time.
    return horizon_.time() == time && (occupied_[0] != 0 || (occupied_[1] & 1) != 0);
  }

  // Drops all events for which `is_overtaken` holds.
  template <class Predicate>
  void purge(const Predicate& is_overtaken) {
    std::erase_if(run_, is_overtaken);
    std::erase_if(late_, is_overtaken);
    std::make_heap(late_.begin(), late_.end(), later);
    size_ = run_.size() + late_.size();
    for (std::int32_t& bucket : buckets_) {
      std::int32_t chunk = bucket;
      bucket = kNone;
      while (chunk != kNone) {
        // The chunk is freed first, but its events stay readable while at most as many are written.
        const Chunk old = chunks_[static_cast<std::size_t>(chunk)];
        release(chunk);
        for (std::size_t at = 0; at < old.count; ++at) {
          if (is_overtaken(old.events[at])) continue;
          append(bucket, old.events[at]);
          ++size_;
        }
        chunk = old.next;
      }
    }
  }

  std::size_t memory_bytes() const;

 private:
  static constexpr std::int32_t kNone = -1;
  // A bucket of at most so many events is sorted instead of being split further.
  static constexpr std::size_t kRunSize = 128;

  static constexpr std::size_t kChunkSize = 31;  // so that a chunk is half a kilobyte
  struct Chunk {
    std::array<GrowthEvent, kChunkSize> events;
    std::uint32_t count;
    std::int32_t next;
  };

  static bool later(const GrowthEvent& a, const GrowthEvent& b) { return b < a; }

  void push_near(const GrowthEvent& event) {
    late_.push_back(event);
    std::push_heap(late_.begin(), late_.end(), later);
  }
  void push_far(const GrowthEvent& event) {
    const int place = GrowthEvent::highest_difference(event, horizon_);
    append(buckets_[static_cast<std::size_t>(place)], event);
    mark(place);
  }
  void append(std::int32_t& bucket, const GrowthEvent& event);
  void release(std::int32_t chunk);
  void refill_run();
  std::size_t count_events(std::int32_t bucket) const;

  void mark(int place) {
    occupied_[static_cast<std::size_t>(place / 64)] |= std::uint64_t{1} << (place % 64);
  }
  int take_lowest_place();

  std::size_t capacity_;
  std::size_t size_ = 0;
  // Every event up to and including the horizon is in run_ or late_, all others are in the buckets.
  GrowthEvent horizon_;
  std::vector<GrowthEvent> run_;   // sorted, earliest at the back
  std::vector<GrowthEvent> late_;  // a heap: what came after the run had been sorted
  std::array<std::int32_t, GrowthEvent::kBits + 1> buckets_;
  std::array<std::uint64_t, GrowthEvent::kBits / 64 + 1> occupied_ = {};
  std::unique_ptr<Chunk[]> chunks_;
  std::size_t chunk_count_;
  std::size_t fresh_chunks_ = 0;  // chunks from here on have never been used in this run
  std::int32_t free_chunk_ = kNone;
};

}  // namespace graphsparse
