// The queue of events, earliest first. Time never runs backwards, so most of the order can be left
// open for long: a calendar keeps the events of later buckets, and only bucket's are sorted. A
// crowded bucket is split by a radix queue: its events lie unsorted in buckets by the highest bit
// in which they differ from the present, and the next bucketful is sorted. Memory is moved in
// sequence, where a heap jumps about. Nothing is ever removed from the middle: an event that has
// been overtaken stays until its turn comes and is then recognized by whoever put it there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcst/calendar_queue.hpp"
#include "pcst/event_lists.hpp"
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
    if (calendar_.put(lists_, event)) return;
    if (!(horizon_ < event)) {
      push_near(event);
    } else {
      push_far(event);
    }
  }

  // Whether refill must be called before the next pop.
  bool needs_refill() const { return run_.empty() && late_.empty(); }
  void refill();
  // Events that are about to be popped, though others may come in between.
  std::span<const GrowthEvent> run() const { return run_; }

  GrowthEvent pop() {
    --size_;
    if (late_.empty() || (!run_.empty() && run_.back() < late_.front())) {
      const GrowthEvent event = run_.back();
      run_.pop_back();
      return event;
    }
    std::pop_heap(late_.begin(), late_.end(), Later());
    const GrowthEvent event = late_.back();
    late_.pop_back();
    return event;
  }

  // Drops all events for which `is_overtaken` holds.
  template <class Predicate>
  void purge(const Predicate& is_overtaken) {
    std::erase_if(run_, is_overtaken);
    std::erase_if(late_, is_overtaken);
    std::make_heap(late_.begin(), late_.end(), Later());
    size_ = run_.size() + late_.size();
    const auto purge_list = [&](EventLists::List& list) {
      EventLists::List kept = EventLists::kEmpty;
      lists_.drain(list, [&](const GrowthEvent& event) {
        if (is_overtaken(event)) return;
        lists_.append(kept, event);
        ++size_;
      });
      list = kept;
    };
    occupied_.fill(0);
    for (std::size_t place = 0; place < buckets_.size(); ++place) {
      purge_list(buckets_[place]);
      if (buckets_[place] != EventLists::kEmpty) mark(place);
    }
    calendar_.for_each_list(purge_list);
  }

  std::size_t memory_bytes() const;

 private:
  // A bucket or bucket of at most so many events is sorted instead of being split. With 128 a
  // search by the published rule, whose unit costs make hundreds of ties, takes 4 % more
  // instructions.
  static constexpr std::size_t kRunSize = 1024;

  struct Later {
    bool operator()(const GrowthEvent& a, const GrowthEvent& b) const { return b < a; }
  };

  void push_near(const GrowthEvent& event) {
    late_.push_back(event);
    std::push_heap(late_.begin(), late_.end(), Later());
  }
  void push_far(const GrowthEvent& event) {
    const auto place = static_cast<std::size_t>(GrowthEvent::highest_difference(event, horizon_));
    lists_.append(buckets_[place], event);
    mark(place);
  }
  void mark(std::size_t place) { occupied_[place / 64] |= std::uint64_t{1} << (place % 64); }
  void sort_into_run(EventLists::List list);
  void split(EventLists::List list);
  int take_lowest_place();

  std::size_t capacity_;
  std::size_t size_ = 0;
  CalendarQueue calendar_;
  // Every event of bucket up to and including the horizon is in run_ or late_, all others of bucket
  // are in the buckets.
  GrowthEvent horizon_;
  std::vector<GrowthEvent> run_;   // sorted, earliest at the back
  std::vector<GrowthEvent> late_;  // a heap: what came after the run had been sorted
  std::array<EventLists::List, GrowthEvent::kBits + 1> buckets_;
  std::array<std::uint64_t, GrowthEvent::kBits / 64 + 1> occupied_ = {};
  EventLists lists_;
};

}  // namespace graphsparse
