// Demonstrations on real data, a row of a table each: a request goes in, a page and a short table
// come out. docs/demos.md tells where the data come from and what was found.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/report/html_page.hpp"
#include "graphsparse/report/run_record.hpp"
#include "graphsparse/work/tasks.hpp"

namespace graphsparse::experiments {

// Where `make demos` puts what it extracts, seen from the project's folder.
inline constexpr std::string_view kDemoData = "build/demo-data";

struct DemoRequest {
  std::string data_folder = {};  // empty: kDemoData, or where Debian has the images
  std::uint64_t seed = 0;
  std::int64_t threads = 1;
  RunRecord run = {};  // for the page
};

struct DemoFile {
  std::string name = {};
  std::string content = {};
};

struct DemoReport {
  std::string title = {};
  report::Table table = {};               // the result in short
  std::vector<std::string> remarks = {};  // sentences for people, below the table
  std::vector<std::string> notes = {};    // before the work: which data are used instead of others
  std::string json = {};                  // one document
  std::string page = {};                  // report.html
  std::vector<DemoFile> files = {};       // beside the page
};

struct RealDemo {
  std::string_view name;
  std::string_view summary;
  // Nothing where the watcher stopped the work. Throws InputError where data are missing, with one
  // message that names `make demos`.
  std::optional<DemoReport> (*run)(const DemoRequest& request, Watcher& watcher);
};

std::span<const RealDemo> real_demo_table();

std::optional<DemoReport> run_outbreak(const DemoRequest& request, Watcher& watcher);
std::optional<DemoReport> run_infection(const DemoRequest& request, Watcher& watcher);
std::optional<DemoReport> run_images(const DemoRequest& request, Watcher& watcher);

// The folder's file, or `kDemoData`/DEMO/NAME where no folder was given.
std::string demo_file(const DemoRequest& request, std::string_view demo, std::string_view name);
bool has_demo_file(const std::string& path);
[[noreturn]] void fail_without_data(std::string_view demo, const std::string& path);

}  // namespace graphsparse::experiments
