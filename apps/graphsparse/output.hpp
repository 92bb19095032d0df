// Aligned text for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphsparse/core/communicator.hpp"
#include "graphsparse/core/format.hpp"

namespace graphsparse::cli {

// One "label  value" line each, labels aligned.
std::string format_fields(const std::vector<std::pair<std::string, std::string>>& fields);

// Columns under their headings: the first to the left, the others to the right. Widths are counted
// in bytes: cells are ASCII.
std::string format_columns(const std::vector<std::string>& headings,
                           const std::vector<std::vector<std::string>>& rows);

// Where results and messages go, and how single values look to people.

// Field order is part of how a document reads.
using Json = nlohmann::ordered_json;

// Whatever was closed when the process was started; to be called before a file is opened.
void occupy_standard_streams();

// The processes that run this command together, under mpirun. The first one alone prints and
// writes.

// Null: this process is alone.
const Communicator* ranks();
// To be called before run(); it must live as long.
void set_ranks(const Communicator* ranks);

bool is_first_rank();

// Prints why this rank cannot go on. What is wrong with the input is so on all ranks, and the first
// one says it; the others wait for a moment, to be ended by it, before they speak up themselves.
void report_failure(std::string_view message);

// To standard output, or under a temporary name and then to the file `out` where that is not empty.
// A reader that closed the pipe early is content; any other failure throws.
void write_result(const std::string& out, std::string_view text);

// Fails before the work where `out` could not be written after it. Throws InputError.
void check_writable(const std::string& out);

// With all folders above it, unless it is there. Throws InputError.
void make_directory(const std::string& path);

// Standard error; failures are ignored, there is nowhere to report them.
void write_to_stderr(std::string_view text);

// "graphsparse: message" as one line, control characters made visible.
void print_message(std::string_view message);
void write_message(std::string_view message);  // on any rank

// A JSON object with one field a line. Numbers read back to the same double, non-finite ones are
// null.
std::string to_text(const Json& object);

}  // namespace graphsparse::cli
