#include "pcst/event_calendar.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace graphsparse {
namespace {

// More days would mean less to sort, but each day needs a chunk of its own.
constexpr std::size_t kCapacityPerDay = 64;
constexpr double kEventsPerDay = 4.0;  // when a calendar is made; most days get more later
constexpr std::size_t kFewestDays = 16;
// So that the ends of all lists can stay in a processor's second cache; from 1,024 to 16,384 the
// time hardly changes on a million nodes.
constexpr std::size_t kMostDays = 4096;

// Of events that lie `mean` after the first on average, at most a quarter lies four times as far or
// further. So writing down what lay beyond is done 4/3 times an event on average at most.
constexpr double kMeansCovered = 4.0;

constexpr double kMostDaysPerTime = 1e300;  // finite, so that no time at all is no day

}  // namespace

EventCalendar::EventCalendar(std::size_t capacity)
    : days_(std::clamp(capacity / kCapacityPerDay, kFewestDays, kMostDays) + 1) {
  clear();
}

// Without any days everything lies beyond.
void EventCalendar::clear() {
  std::fill(days_.begin(), days_.end(), EventLists::kEmpty);
  first_time_ = days_per_time_ = 0.0;
  day_count_ = tomorrow_ = 0.0;
}

EventLists::List EventCalendar::take_next_day(EventLists& lists) {
  for (;;) {
    while (tomorrow_ < day_count_) {
      EventLists::List& today = days_[static_cast<std::size_t>(tomorrow_)];
      tomorrow_ += 1.0;
      if (today != EventLists::kEmpty) return std::exchange(today, EventLists::kEmpty);
    }
    renew(lists);
  }
}

void EventCalendar::renew(EventLists& lists) {
  const EventLists::List beyond =
      std::exchange(days_[static_cast<std::size_t>(day_count_)], EventLists::kEmpty);
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
  day_count_ = std::clamp(std::floor(count / kEventsPerDay), static_cast<double>(kFewestDays),
                          static_cast<double>(days_.size() - 1));
  days_per_time_ = std::min(day_count_ / (kMeansCovered * mean), kMostDaysPerTime);
  tomorrow_ = 0.0;
  lists.drain(beyond, [&](const GrowthEvent& event) { put(lists, event); });
}

}  // namespace graphsparse
