#include "support/thread_ranks.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace graphsparse {
namespace {

// What all threads share: mailboxes, and a sign that one has failed, so that none waits for ever.
struct Office {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<int, int>, std::deque<std::vector<double>>> values;  // from, to
  std::map<int, std::deque<std::pair<int, std::string>>> texts;           // to
  std::exception_ptr failure;
  RankTraffic traffic;

  template <class IsReady>
  void wait(std::unique_lock<std::mutex>& lock, IsReady is_ready) {
    changed.wait(lock, [&] { return is_ready() || failure; });
    if (!is_ready()) throw std::runtime_error("another rank has failed");
  }
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(Office& office, int rank, int size) : office_(office), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, std::span<const double> values) const override {
    post(to, values);
    const std::scoped_lock lock(office_.mutex);
    office_.traffic.values_sent += values.size();
    ++office_.traffic.messages;
  }
  void receive(int from, std::span<double> values) const override {
    std::unique_lock lock(office_.mutex);
    auto& box = office_.values[{from, rank_}];
    office_.wait(lock, [&] { return !box.empty(); });
    if (box.front().size() != values.size()) throw std::logic_error("a message of another size");
    std::copy(box.front().begin(), box.front().end(), values.begin());
    box.pop_front();
  }
  void broadcast(int from, std::span<double> values) const override {
    if (rank_ != from) return receive(from, values);
    for (int to = 0; to < size_; ++to) {
      if (to != from) post(to, values);
    }
    const std::scoped_lock lock(office_.mutex);
    office_.traffic.values_sent += size_ > 1 ? values.size() : 0;
  }
  void gather_all(std::span<const double> part, std::span<const std::size_t> sizes,
                  std::span<double> all) const override {
    for (int to = 0; to < size_; ++to) post(to, part);
    for (int from = 0; from < size_; ++from) {
      const std::size_t size = sizes[static_cast<std::size_t>(from)];
      receive(from, all.first(size));
      all = all.subspan(size);
    }
  }
  double largest(double value) const override {
    std::vector<double> all(static_cast<std::size_t>(size_));
    gather_all({&value, 1}, std::vector<std::size_t>(all.size(), 1), all);
    return *std::max_element(all.begin(), all.end());
  }
  void send_text(int to, const std::string& text) const override {
    const std::scoped_lock lock(office_.mutex);
    office_.texts[to].emplace_back(rank_, text);
    office_.changed.notify_all();
  }
  bool has_text() const override {
    const std::scoped_lock lock(office_.mutex);
    return !office_.texts[rank_].empty();
  }
  std::pair<int, std::string> receive_text() const override {
    std::unique_lock lock(office_.mutex);
    auto& box = office_.texts[rank_];
    office_.wait(lock, [&] { return !box.empty(); });
    auto text = std::move(box.front());
    box.pop_front();
    return text;
  }

 private:
  void post(int to, std::span<const double> values) const {
    const std::scoped_lock lock(office_.mutex);
    office_.values[{rank_, to}].emplace_back(values.begin(), values.end());
    office_.changed.notify_all();
  }

  Office& office_;
  int rank_;
  int size_;
};

}  // namespace

RankTraffic run_ranks(int count, const std::function<void(const Communicator& ranks)>& work) {
  Office office;
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < count; ++rank) {
      threads.emplace_back([&office, &work, rank, count] {
        try {
          work(ThreadRank(office, rank, count));
        } catch (...) {
          const std::scoped_lock lock(office.mutex);
          if (!office.failure) office.failure = std::current_exception();
          office.changed.notify_all();
        }
      });
    }
  }
  if (office.failure) std::rethrow_exception(office.failure);
  return office.traffic;
}

}  // namespace graphsparse
