#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "errors.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/io/atomic_file.hpp"
#include "interrupt.hpp"

namespace graphsparse::cli {

std::string format_fields(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::size_t width = 0;
  for (const auto& [label, value] : fields) width = std::max(width, label.size());
  std::string text;
  for (const auto& [label, value] : fields)
    text += fmt::format("{:<{}}  {}\n", label, width, value);
  return text;
}

std::string format_columns(const std::vector<std::string>& headings,
                           const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::string& heading : headings) widths.push_back(heading.size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = fmt::format("{:<{}}", cells[0], widths[0]);
    for (std::size_t c = 1; c < cells.size(); ++c) {
      text += fmt::format("  {:>{}}", cells[c], widths[c]);
    }
    return text + "\n";
  };
  std::string text = line(headings);
  for (const auto& row : rows) text += line(row);
  return text;
}

namespace {

const Communicator* all_ranks = nullptr;

constexpr std::chrono::milliseconds kTimeForFirstRank(2000);
constexpr std::chrono::milliseconds kTimePerRank(200);
constexpr int kMostRanksApart = 20;

// Returns 0 or the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Their temporary name would be their own: nothing to protect, and opening one may wait for ever.
bool is_device_or_pipe(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::is_other(status);
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

void write_to_stdout(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0 || error == EPIPE) return;
  throw WorkError(fmt::format("standard output: writing failed: {}", std::strerror(error)));
}

}  // namespace

const Communicator* ranks() { return all_ranks; }

void set_ranks(const Communicator* ranks) { all_ranks = ranks; }

bool is_first_rank() { return all_ranks == nullptr || all_ranks->is_first(); }

void report_failure(std::string_view message) {
  if (!is_first_rank()) {
    const int place = std::min(all_ranks->rank(), kMostRanksApart);
    std::this_thread::sleep_for(kTimeForFirstRank + place * kTimePerRank);
  }
  write_message(message);
}

// A shell can start us with standard streams closed. The next file opened would then take their
// number, and a message would land in it.
void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Not writable on purpose: a result that has nowhere to go must be an error.
    open("/dev/null", O_RDONLY);
  }
}

void write_result(const std::string& out, std::string_view text) {
  if (!is_first_rank()) return;
  if (out.empty()) {
    write_to_stdout(text);
    return;
  }
  if (is_device_or_pipe(out)) {
    write_file(out, text);
    return;
  }
  const DeferInterrupts until_renamed;
  write_file(out, text);
}

void check_writable(const std::string& out) {
  if (out.empty() || is_device_or_pipe(out) || !is_first_rank()) return;
  // Opening it makes the temporary file and throws it away again.
  const DeferInterrupts until_removed;
  const AtomicFile probe(out);
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (std::filesystem::is_directory(path)) return;
  throw InputError(
      fmt::format("{}: cannot be made a directory{}", path, error ? ": " + error.message() : ""));
}

void write_to_stderr(std::string_view text) {
  if (is_first_rank()) write_all(STDERR_FILENO, text);
}

void print_message(std::string_view message) {
  if (is_first_rank()) write_message(message);
}

void write_message(std::string_view message) try {
  std::string line = "graphsparse: ";
  for (const char letter : message) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x20 || code == 0x7f) {
      line += fmt::format("\\x{:02x}", code);
    } else {
      line += letter;
    }
  }
  line += '\n';
  write_all(STDERR_FILENO, line);
} catch (const std::bad_alloc&) {
  write_all(STDERR_FILENO, "graphsparse: out of memory\n");
}

std::string to_text(const Json& object) {
  std::string text = "{";
  const char* separator = "\n";
  for (const auto& [name, value] : object.items()) {
    // JSON is UTF-8; names in another encoding lose the bytes that are not.
    const auto replace = Json::error_handler_t::replace;
    text += fmt::format("{}  {}: {}", separator, Json(name).dump(-1, ' ', false, replace),
                        value.dump(-1, ' ', false, replace));
    separator = ",\n";
  }
  return text + "\n}\n";
}

}  // namespace graphsparse::cli
