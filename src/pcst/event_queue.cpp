#include "pcst/event_queue.hpp"

#include <bit>
#include <utility>

namespace graphsparse {

EventQueue::EventQueue(std::size_t capacity)
    : capacity_(capacity),
      calendar_(capacity),
      lists_(capacity, calendar_.list_count() + GrowthEvent::kBits + 1) {
  run_.reserve(kRunSize);
  late_.reserve(std::max(kRunSize, capacity / 8));  // far more than ties are known to need
  clear();
}

void EventQueue::clear() {
  size_ = 0;
  calendar_.clear();
  horizon_ = GrowthEvent::before_all();
  run_.clear();
  late_.clear();
  buckets_.fill(EventLists::kEmpty);
  occupied_.fill(0);
  lists_.clear();
}

int EventQueue::take_lowest_place() {
  std::size_t word = 0;
  while (occupied_[word] == 0) ++word;
  const int bit = std::countr_zero(occupied_[word]);
  occupied_[word] &= occupied_[word] - 1;
  return static_cast<int>(64 * word) + bit;
}

// Moves the horizon on by one bucket, or by one bucket when no bucket is left.
void EventQueue::refill() {
  while (run_.empty()) {
    if ((occupied_[0] | occupied_[1] | occupied_[2]) == 0) {
      const EventLists::List bucket = calendar_.take_next_bucket(lists_);
      if (lists_.exceeds(bucket, kRunSize)) {
        split(bucket);
      } else {
        sort_into_run(bucket);
        horizon_ = run_.front();
      }
      continue;
    }
    const int place = take_lowest_place();
    const EventLists::List bucket =
        std::exchange(buckets_[static_cast<std::size_t>(place)], EventLists::kEmpty);
    if (lists_.exceeds(bucket, kRunSize)) {
      split(bucket);
    } else {
      // All events of the bucket agree above `place`, and all later ones lie beyond the last such.
      horizon_ = lists_.first(bucket).last_with_same_bits_above(place - 1);
      sort_into_run(bucket);
    }
  }
}

void EventQueue::sort_into_run(EventLists::List list) {
  lists_.drain(list, [this](const GrowthEvent& event) { run_.push_back(event); });
  std::sort(run_.begin(), run_.end(), Later());
}

void EventQueue::split(EventLists::List list) {
  horizon_ = lists_.first(list);
  lists_.for_each(list, [this](const GrowthEvent& event) { horizon_ = std::min(horizon_, event); });
  lists_.drain(list, [this](const GrowthEvent& event) {
    if (horizon_ < event) {
      push_far(event);
    } else {
      run_.push_back(event);  // those that equal the earliest
    }
  });
}

std::size_t EventQueue::memory_bytes() const {
  return calendar_.memory_bytes() + lists_.memory_bytes() +
         (run_.capacity() + late_.capacity()) * sizeof(GrowthEvent);
}

}  // namespace graphsparse
