// The queue of events against a sorted set, under times that are hard on its calendar.
#include "pcst/event_queue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/allocation_meter.hpp"
#include "support/instances.hpp"

namespace graphsparse {
namespace {

using test_support::AllocationMeter;
using test_support::TestRandom;

constexpr std::size_t kCapacity = 20'000;

// How far after the present an event lies.
struct Delay {
  std::string name;
  std::function<double(TestRandom&)> draw;
};

std::vector<Delay> delays() {
  return {
      {"exponential", [](TestRandom& random) { return -std::log(1.0 - random.uniform()); }},
      {"none", [](TestRandom&) { return 0.0; }},
      {"whole numbers", [](TestRandom& random) { return static_cast<double>(random.below(4)); }},
      {"decades", [](TestRandom& random) { return std::pow(10.0, random.uniform(-300.0, 300.0)); }},
      {"outliers",
       [](TestRandom& random) { return random.chance(0.01) ? 1e12 : random.uniform(); }},
      {"largest", [](TestRandom& random) { return random.uniform(0.5, 1.0) * 0x1p1023; }},
      {"smallest",
       [](TestRandom& random) { return static_cast<double>(random.below(99)) * 0x1p-1074; }},
  };
}

// Pushes and pops at random, more of the former first; no two events are alike.
class EventQueueCheck {
 public:
  EventQueueCheck(EventQueue& queue, const Delay& delay, std::uint64_t seed)
      : queue_(queue), delay_(delay), random_(seed) {
    queue_.clear();
  }

  void run() {
    for (int k = 0; k < 12'000; ++k) push();
    while (!queue_.empty()) {
      pop();
      if (::testing::Test::HasFailure()) return;
      const std::int64_t pushes = number_ < 30'000 ? random_.below(3) : 0;
      for (std::int64_t k = 0; k < pushes && !queue_.full(); ++k) push();
      if (random_.chance(0.0005)) purge();
    }
    EXPECT_TRUE(expected_.empty()) << delay_.name;
  }

 private:
  using Key = std::pair<double, std::pair<std::uint32_t, std::uint32_t>>;

  static Key key(const GrowthEvent& event) {
    return {event.time(), {static_cast<std::uint32_t>(event.kind()), event.number()}};
  }

  // Of the kind that comes last, so that no event lies before the last one popped.
  void push() {
    const double time = now_ + delay_.draw(random_);
    if (!std::isfinite(time)) return;
    const GrowthEvent event(time, GrowthEvent::Kind::other_edge, 0, number_++);
    queue_.push(event);
    expected_.insert(key(event));
  }

  void pop() {
    if (queue_.needs_refill()) queue_.refill();
    const GrowthEvent event = queue_.pop();
    ASSERT_EQ(key(event), *expected_.begin()) << delay_.name;
    expected_.erase(expected_.begin());
    now_ = event.time();
  }

  void purge() {
    queue_.purge([](const GrowthEvent& event) { return event.number() % 3 == 0; });
    std::erase_if(expected_, [](const Key& each) { return each.second.second % 3 == 0; });
  }

  EventQueue& queue_;
  const Delay& delay_;
  TestRandom random_;
  std::set<Key> expected_;
  double now_ = 0.0;
  std::uint32_t number_ = 0;
};

TEST(EventQueue, popsInOrderWhateverTheTimes) {
  EventQueue queue(kCapacity);
  for (const Delay& delay : delays()) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) EventQueueCheck(queue, delay, seed).run();
  }
}

// Numbers in any order: among events of the same time later ones may have to come first.
TEST(EventQueue, popsEventsOfTheSameTimeByKindRankAndNumber) {
  EventQueue queue(kCapacity);
  TestRandom random(1);
  std::set<std::pair<std::uint64_t, std::uint32_t>> expected;
  for (const std::int32_t number : random.permutation(5000)) {
    const auto kind = static_cast<std::uint32_t>(random.below(3));
    const auto rank = static_cast<std::uint32_t>(random.below(1000));
    queue.push({1.0, GrowthEvent::Kind{kind}, rank, static_cast<std::uint32_t>(number)});
    expected.insert({std::uint64_t{kind} << 32 | rank, static_cast<std::uint32_t>(number)});
  }
  for (const auto& [order, number] : expected) {
    if (queue.needs_refill()) queue.refill();
    const GrowthEvent event = queue.pop();
    ASSERT_EQ(static_cast<std::uint64_t>(event.kind()) << 32 | event.rank(), order);
    ASSERT_EQ(event.number(), number);
  }
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, allocatesNothingAfterItHasBeenMade) {
  EventQueue queue(kCapacity);
  for (const Delay& delay : delays()) {
    TestRandom random(7);
    queue.clear();
    const AllocationMeter meter;
    double now = 0.0;
    for (std::uint32_t number = 0; number < 100'000; ++number) {
      const double time = now + delay.draw(random);
      if (!std::isfinite(time)) break;
      if (queue.full() || (number > 5000 && random.chance(0.5))) {
        if (queue.needs_refill()) queue.refill();
        now = queue.pop().time();
      }
      if (time >= now && !queue.full()) {
        queue.push({time, GrowthEvent::Kind::other_edge, 0, number});
      }
    }
    EXPECT_EQ(meter.allocations(), 0) << delay.name;
  }
}

}  // namespace
}  // namespace graphsparse
