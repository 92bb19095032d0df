#include "pcst/event_queue.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace graphsparse {
namespace {

// More buckets would mean less to sort, but each bucket needs a chunk of its own.
constexpr std::size_t kCapacityPerBucket = 64;
constexpr double kEventsPerBucket = 4.0;  // when a calendar is made; most buckets get more later
constexpr std::size_t kMinBuckets = 16;
// With fewer, buckets of a graph of four million nodes are often too full to be sorted at once.
constexpr std::size_t kMaxBuckets = 16384;

// Of events that lie `mean` after the first on average, at most a quarter lies four times as far or
// further. So writing down what lay beyond is done 4/3 times an event on average at most.
constexpr double kMeansCovered = 4.0;

constexpr double kMaxBucketsPerTime = 1e300;  // finite, so that no time at all is no bucket

}  // namespace

CalendarQueue::CalendarQueue(std::size_t capacity)
    : buckets_(std::clamp(capacity / kCapacityPerBucket, kMinBuckets, kMaxBuckets) + 1) {
  clear();
}

// Without any buckets everything lies beyond.
void CalendarQueue::clear() {
  std::fill(buckets_.begin(), buckets_.end(), EventLists::kEmpty);
  first_time_ = buckets_per_time_ = 0.0;
  bucket_count_ = next_bucket_ = 0.0;
}

EventLists::List CalendarQueue::take_next_bucket(EventLists& lists) {
  for (;;) {
    while (next_bucket_ < bucket_count_) {
      EventLists::List& bucket = buckets_[static_cast<std::size_t>(next_bucket_)];
      next_bucket_ += 1.0;
      if (bucket != EventLists::kEmpty) return std::exchange(bucket, EventLists::kEmpty);
    }
    renew(lists);
  }
}

void CalendarQueue::renew(EventLists& lists) {
  const EventLists::List beyond =
      std::exchange(buckets_[static_cast<std::size_t>(bucket_count_)], EventLists::kEmpty);
  double first = std::numeric_limits<double>::infinity();
  double sum = 0.0;
  double count = 0.0;
  lists.for_each(beyond, [&](const GrowthEvent& event) {
    first = std::min(first, event.time());
    sum += event.time();
    count += 1.0;
  });
  const double mean = std::max(0.0, sum / count - first);
  first_time_ = first;
  bucket_count_ = std::clamp(std::floor(count / kEventsPerBucket), static_cast<double>(kMinBuckets),
                             static_cast<double>(buckets_.size() - 1));
  buckets_per_time_ = std::min(bucket_count_ / (kMeansCovered * mean), kMaxBucketsPerTime);
  next_bucket_ = 0.0;
  lists.drain(beyond, [&](const GrowthEvent& event) { put(lists, event); });
}

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
