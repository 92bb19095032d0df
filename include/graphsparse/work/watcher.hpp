// Whoever watches long work: shows how far it is, and may stop it.
#pragma once

#include <cstdint>

namespace graphsparse {

class Watcher {
 public:
  Watcher() = default;
  virtual ~Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // How many of the tasks that were not finished before are done, after each; by one thread at a
  // time.
  virtual void progress(std::int64_t /*done*/, std::int64_t /*total*/) {}
  // Asked often, by all threads; once true, no task is begun or finished.
  virtual bool wants_stop() { return false; }
};

}  // namespace graphsparse
