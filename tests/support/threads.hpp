// Running a test's work under a limit: a small stack, or a time after which it counts as hung.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace graphsparse::test_support {

// Runs the work in a thread with a stack of so many bytes and waits for it. What the work throws
// is thrown again here. A stack overflow ends the program, as it would in earnest.
void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work);

// Runs the work in a thread. A thread cannot be stopped from outside, so where the time is up the
// whole program ends with a message that names the work.
void run_within(std::chrono::seconds limit, const std::string& name,
                const std::function<void()>& work);

}  // namespace graphsparse::test_support
