// The demo "images": garments of Fashion-MNIST from fewer random measurements than they have
// pixels, by the same solver with the grid of pixels and without it, and by others without it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "experiments/demos/real_demo.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/io/idx.hpp"
#include "graphsparse/report/grid_picture.hpp"
#include "graphsparse/report/png.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::string_view kDebianImages = "/usr/share/datasets/fashion-mnist";
constexpr std::string_view kImageFile = "t10k-images-idx3-ubyte.gz";
constexpr std::string_view kLabelFile = "t10k-labels-idx1-ubyte.gz";
constexpr std::array<const char*, 10> kGarments = {"T-shirt", "trousers",  "pullover", "dress",
                                                   "coat",    "sandal",    "shirt",    "sneaker",
                                                   "bag",     "ankle boot"};

constexpr std::size_t kImages = 15;
constexpr double kDark = 0.1;  // at or below this a pixel counts as background
constexpr std::size_t kMostPixels = 170;
constexpr std::int64_t kMostParts = 2;
constexpr double kRowsPerPixel = 1.75;
constexpr double kExactError = 1e-4;  // relative
constexpr int kPixelSide = 4;         // in the PNG files
constexpr int kGap = 8;

struct Garment {
  std::string name;
  std::vector<double> values;
  Support support;
  std::int64_t parts = 0;
};

struct ImageMethod {
  const char* solver;
  bool has_graph;
};

constexpr std::array<ImageMethod, 5> kImageMethods = {{{"graph-rand-htp", true},
                                                       {"rand-htp", false},
                                                       {"iht", false},
                                                       {"niht", false},
                                                       {"cosamp", false}}};
constexpr std::size_t kWithGraph = 0;
constexpr std::size_t kWithoutGraph = 1;

struct Wardrobe {
  int width = 0;
  int height = 0;
  Graph grid;
  std::vector<Garment> garments;
};

std::string image_file(const DemoRequest& request, std::string_view name) {
  const std::filesystem::path folder(request.data_folder.empty() ? std::string(kDebianImages)
                                                                 : request.data_folder);
  std::string path = (folder / name).string();
  if (!has_demo_file(path)) fail_without_data("images", path);
  return path;
}

// The first images that are small enough and hang together.
Wardrobe read_wardrobe(const DemoRequest& request) {
  const std::string image_path = image_file(request, kImageFile);
  const std::string label_path = image_file(request, kLabelFile);
  const IdxBytes images = read_idx(image_path);
  const IdxBytes labels = read_idx(label_path);
  if (images.sizes.size() != 3 || labels.sizes.size() != 1 || images.sizes[0] != labels.sizes[0]) {
    throw InputError(
        fmt::format("{}: there must be images, and one label each in {}", image_path, label_path));
  }
  Wardrobe wardrobe;
  wardrobe.height = static_cast<int>(images.sizes[1]);
  wardrobe.width = static_cast<int>(images.sizes[2]);
  wardrobe.grid = make_grid(wardrobe.width, wardrobe.height);
  const auto pixels = static_cast<std::size_t>(images.sizes[1] * images.sizes[2]);
  InducedComponents components(wardrobe.grid);
  for (std::size_t image = 0; image < labels.values.size(); ++image) {
    if (wardrobe.garments.size() == kImages) break;
    Garment garment;
    const std::size_t label = labels.values[image];
    if (label >= kGarments.size()) {
      throw InputError(fmt::format("{}: label {} is above 9", label_path, label));
    }
    garment.name = fmt::format("{} ({})", kGarments[label], image + 1);
    garment.values.assign(pixels, 0.0);
    for (std::size_t k = 0; k < pixels; ++k) {
      const double value = images.values[image * pixels + k] / 255.0;
      if (value <= kDark) continue;
      garment.values[k] = value;
      garment.support.push_back(static_cast<NodeId>(k));
    }
    if (garment.support.empty() || garment.support.size() > kMostPixels) continue;
    garment.parts = components.count(garment.support);
    if (garment.parts <= kMostParts) wardrobe.garments.push_back(std::move(garment));
  }
  if (wardrobe.garments.empty()) {
    throw InputError(fmt::format("{}: no image has 1 to {} bright pixels in at most {} parts",
                                 image_path, kMostPixels, kMostParts));
  }
  return wardrobe;
}

struct Recovery {
  std::vector<double> values;
  double error = 0.0;  // relative to the image
  double seconds = 0.0;

  bool is_exact() const { return error <= kExactError; }
};

std::int64_t measurement_count(const Garment& garment) {
  return static_cast<std::int64_t>(
      std::ceil(kRowsPerPixel * static_cast<double>(garment.support.size())));
}

Recovery recover(const Wardrobe& wardrobe, std::size_t number, const ImageMethod& method,
                 std::uint64_t seed, const Cancelled& cancelled) {
  const Garment& garment = wardrobe.garments[number];
  RandomStream stream(seed, "garment", number);
  const std::int64_t rows = measurement_count(garment);
  Measurements seen = measure_linear({garment.support, garment.values}, rows, 0.0, stream);
  const Dataset data = make_dataset(std::make_shared<const DenseMatrix<double>>(
                                        rows, wardrobe.grid.node_count(), std::move(seen.design)),
                                    seen.target);
  FitSpec spec;
  spec.solver = method.solver;
  spec.sparsity = static_cast<std::int64_t>(garment.support.size());
  spec.components = garment.parts;
  spec.intercept = false;
  spec.seed = seed;
  FitHooks hooks;
  hooks.cancelled = cancelled;
  hooks.observer = [&](const Progress&) {
    return cancelled() ? CallbackResult::stop : CallbackResult::proceed;
  };
  hooks.result_only = true;
  const Fit fit = method.has_graph
                      ? graphsparse::fit(data, FeatureGraph::view(wardrobe.grid), spec, hooks)
                      : graphsparse::fit(data, spec, hooks);
  Recovery recovery;
  recovery.values = fit.result.x.w;
  recovery.seconds = fit.result.seconds;
  double difference = 0.0;
  double norm = 0.0;
  for (std::size_t k = 0; k < garment.values.size(); ++k) {
    const double gap = garment.values[k] - recovery.values[k];
    difference += gap * gap;
    norm += garment.values[k] * garment.values[k];
  }
  recovery.error = std::sqrt(difference / norm);
  return recovery;
}

// By method, then by image.
using Recoveries = std::vector<std::vector<Recovery>>;

std::optional<Recoveries> recover_all(const Wardrobe& wardrobe, const DemoRequest& request,
                                      Watcher& watcher) {
  const std::size_t count = wardrobe.garments.size();
  TaskList<Recovery> tasks;
  for (const ImageMethod& method : kImageMethods) {
    for (std::size_t k = 0; k < count; ++k) {
      tasks.names.push_back(fmt::format("{} {}", method.solver, k));
    }
  }
  tasks.make_worker = [&] {
    return [&](std::size_t task, const Cancelled& cancelled) {
      return recover(wardrobe, task % count, kImageMethods[task / count], request.seed, cancelled);
    };
  };
  WorkHooks hooks;
  hooks.watcher = &watcher;
  std::optional<std::vector<Recovery>> all = run_tasks(tasks, request.threads, hooks);
  if (!all) return std::nullopt;
  Recoveries recoveries(kImageMethods.size());
  for (std::size_t task = 0; task < all->size(); ++task) {
    recoveries[task / count].push_back(std::move((*all)[task]));
  }
  return recoveries;
}

report::GreyImage to_grey(const Wardrobe& wardrobe, const std::vector<double>& values) {
  report::GreyImage image{wardrobe.width, wardrobe.height, {}};
  for (const double value : values) {
    image.pixels.push_back(
        static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(value, 0.0, 1.0))));
  }
  return report::enlarged(image, kPixelSide);
}

// A column for each garment: the image, with the graph, without it.
report::GreyImage montage(const Wardrobe& wardrobe, const Recoveries& recoveries) {
  const int tile_width = kPixelSide * wardrobe.width;
  const int tile_height = kPixelSide * wardrobe.height;
  const auto columns = static_cast<int>(wardrobe.garments.size());
  report::GreyImage whole{
      columns * (tile_width + kGap) + kGap, 3 * (tile_height + kGap) + kGap, {}};
  whole.pixels.assign(
      static_cast<std::size_t>(whole.width) * static_cast<std::size_t>(whole.height), 255);
  const auto put = [&](const report::GreyImage& tile, int column, int row) {
    for (int y = 0; y < tile_height; ++y) {
      const int top = kGap + row * (tile_height + kGap) + y;
      const int left = kGap + column * (tile_width + kGap);
      std::copy_n(tile.pixels.begin() + static_cast<std::ptrdiff_t>(y) * tile_width, tile_width,
                  whole.pixels.begin() + static_cast<std::ptrdiff_t>(top) * whole.width + left);
    }
  };
  for (int column = 0; column < columns; ++column) {
    const auto k = static_cast<std::size_t>(column);
    put(to_grey(wardrobe, wardrobe.garments[k].values), column, 0);
    put(to_grey(wardrobe, recoveries[kWithGraph][k].values), column, 1);
    put(to_grey(wardrobe, recoveries[kWithoutGraph][k].values), column, 2);
  }
  return whole;
}

std::int64_t count_exact(const std::vector<Recovery>& recoveries) {
  return std::count_if(recoveries.begin(), recoveries.end(),
                       [](const Recovery& recovery) { return recovery.is_exact(); });
}

double mean_error(const std::vector<Recovery>& recoveries) {
  double sum = 0.0;
  for (const Recovery& recovery : recoveries) sum += recovery.error;
  return sum / static_cast<double>(recoveries.size());
}

report::Table image_table(const Recoveries& recoveries) {
  report::Table table;
  table.columns = {"solver", "grid of pixels", "exact images", "mean error"};
  for (std::size_t k = 0; k < kImageMethods.size(); ++k) {
    table.rows.push_back({kImageMethods[k].solver, kImageMethods[k].has_graph ? "used" : "not used",
                          fmt::format("{} of {}", count_exact(recoveries[k]), recoveries[k].size()),
                          fmt::format("{:.2g}", mean_error(recoveries[k]))});
  }
  return table;
}

report::GridPictures image_pictures(const Wardrobe& wardrobe, const Recoveries& recoveries) {
  report::GridPictures all;
  all.scale = report::ColourScale::sequential;
  all.limit = 1.0;
  all.columns = 6;
  const auto add = [&](std::string title, const std::vector<double>& values, std::string note) {
    std::vector<double> shown = values;
    for (double& value : shown) value = std::clamp(value, 0.0, 1.0);
    all.pictures.push_back(
        {std::move(title), wardrobe.width, wardrobe.height, std::move(shown), std::move(note)});
  };
  const auto note = [](const Recovery& recovery) {
    return recovery.is_exact() ? std::string("exact") : fmt::format("error {:.2f}", recovery.error);
  };
  for (std::size_t k = 0; k < wardrobe.garments.size(); ++k) {
    const Garment& garment = wardrobe.garments[k];
    add(garment.name, garment.values, fmt::format("{} pixels", garment.support.size()));
    add("with the grid", recoveries[kWithGraph][k].values, note(recoveries[kWithGraph][k]));
    add("without", recoveries[kWithoutGraph][k].values, note(recoveries[kWithoutGraph][k]));
  }
  return all;
}

std::string image_page(const Wardrobe& wardrobe, const Recoveries& recoveries,
                       const DemoReport& report, const DemoRequest& request) {
  report::HtmlPage page(report.title, fmt::format("graphsparse {} demo images", kVersion));
  page.paragraph(fmt::format(
      "{} garments of Fashion-MNIST, the first test images with at most {} bright pixels (above "
      "{}) in at most {} parts; all other pixels are set to 0. Of an image with s bright pixels "
      "each solver gets {} s random measurements (sums of all pixels with normal weights), s and "
      "the number of parts, and has to say which pixels are bright and how much. Solvers with the "
      "grid know which pixels are neighbours.",
      wardrobe.garments.size(), kMostPixels, kDark, kMostParts, kRowsPerPixel));
  page.facts({{"images", std::to_string(wardrobe.garments.size())},
              {"pixels", fmt::format("{} x {}", wardrobe.width, wardrobe.height)},
              {"measurements per bright pixel", fmt::format("{}", kRowsPerPixel)},
              {"exact", fmt::format("relative error of at most {:g}", kExactError)},
              {"seed", std::to_string(request.seed)}});
  page.heading("Comparison").table(report.table);
  for (const std::string& remark : report.remarks) page.paragraph(remark);
  page.heading("What was recovered");
  page.figure(report::to_svg(image_pictures(wardrobe, recoveries), 140),
              fmt::format("Each image, what {} makes of its measurements, and what {} does.",
                          kImageMethods[kWithGraph].solver, kImageMethods[kWithoutGraph].solver));
  page.heading("Where the data come from");
  page.paragraph(
      "Fashion-MNIST, Zalando SE 2017, MIT licence; Debian package dataset-fashion-mnist.");
  report::add_run(page, request.run);
  return page.to_string();
}

std::string image_json(const Wardrobe& wardrobe, const Recoveries& recoveries, std::uint64_t seed) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (std::size_t method = 0; method < kImageMethods.size(); ++method) {
    std::vector<double> errors;
    double seconds = 0.0;
    for (const Recovery& recovery : recoveries[method]) {
      errors.push_back(recovery.error);
      seconds += recovery.seconds;
    }
    results.push_back({{"solver", kImageMethods[method].solver},
                       {"graph", kImageMethods[method].has_graph},
                       {"exact", count_exact(recoveries[method])},
                       {"errors", errors},
                       {"seconds", seconds}});
  }
  std::vector<std::size_t> sizes;
  for (const Garment& garment : wardrobe.garments) sizes.push_back(garment.support.size());
  return nlohmann::ordered_json({{"demo", "images"},
                                 {"images", wardrobe.garments.size()},
                                 {"sparsity", sizes},
                                 {"measurements_per_pixel", kRowsPerPixel},
                                 {"seed", seed},
                                 {"version", kVersion},
                                 {"results", results}})
      .dump();
}

}  // namespace

std::optional<DemoReport> run_images(const DemoRequest& request, Watcher& watcher) {
  const Wardrobe wardrobe = read_wardrobe(request);
  const std::optional<Recoveries> recoveries = recover_all(wardrobe, request, watcher);
  if (!recoveries) return std::nullopt;
  DemoReport report;
  report.title = "Garments from few measurements";
  report.table = image_table(*recoveries);
  report.remarks = {fmt::format(
      "From {} s measurements {} recovers {} of {} images exactly, {} without the grid {}.",
      kRowsPerPixel, kImageMethods[kWithGraph].solver, count_exact((*recoveries)[kWithGraph]),
      wardrobe.garments.size(), kImageMethods[kWithoutGraph].solver,
      count_exact((*recoveries)[kWithoutGraph]))};
  report.files.push_back({"images.png", report::to_png(montage(wardrobe, *recoveries))});
  for (std::size_t k = 0; k < wardrobe.garments.size(); ++k) {
    report.files.push_back(
        {fmt::format("recovered-{:02}.png", k + 1),
         report::to_png(to_grey(wardrobe, (*recoveries)[kWithGraph][k].values))});
  }
  report.json = image_json(wardrobe, *recoveries, request.seed);
  report.page = image_page(wardrobe, *recoveries, report, request);
  return report;
}

}  // namespace graphsparse::experiments
