// The names of CLI11 for headers that only pass them on: its own header takes seconds to read.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming)

class App;
class Option;
class ParseError;

}  // namespace CLI
