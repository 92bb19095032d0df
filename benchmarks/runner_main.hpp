// How every runner begins and ends: status 2 for bad input, 1 for what else goes wrong.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "graphsparse/core/error.hpp"

namespace graphsparse::bench {

template <class Run>
int runner_main(const char* name, int count, char** arguments, Run run) {
  try {
    return run(std::vector<std::string>(arguments + 1, arguments + count));
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace graphsparse::bench
