#include "support/threads.hpp"

#include <pthread.h>

#include <cstdlib>
#include <exception>
#include <future>
#include <iostream>
#include <stdexcept>

namespace graphsparse::test_support {
namespace {

struct Job {
  const std::function<void()>* work;
  std::exception_ptr error;
};

void* run_job(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    (*job.work)();
  } catch (...) {
    job.error = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  Job job{&work, nullptr};
  const bool started = pthread_attr_setstacksize(&attributes, stack_bytes) == 0 &&
                       pthread_create(&thread, &attributes, run_job, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) throw std::runtime_error("no thread with a stack of that size");
  pthread_join(thread, nullptr);
  if (job.error) std::rethrow_exception(job.error);
}

void run_within(std::chrono::seconds limit, const std::string& name,
                const std::function<void()>& work) {
  std::future<void> done = std::async(std::launch::async, work);
  if (done.wait_for(limit) != std::future_status::ready) {
    std::cerr << name << ": not done after " << limit.count() << " s\n";
    std::_Exit(EXIT_FAILURE);
  }
  done.get();
}

}  // namespace graphsparse::test_support
