// parapet-fuzz: the drivers of random tests for as long as one likes.
//
// Seeds are run in chunks, each in a process of its own: a crash or a hang costs that chunk, and the page shared with the child says which
// seed it was at. What a child counts it counts in that page.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/file_output.h"
#include "random/driver.h"

namespace {

using namespace parapet;
using test::Driver;
using test::Failure;
using test::Tally;
using Clock = std::chrono::steady_clock;

constexpr const char* usage =
    "usage: parapet-fuzz [--driver NAME] [--seed A..B] [--minutes M] [--save DIR] [--list]\n"
    "  --driver NAME  that driver, or all whose names begin with NAME and a dash (default: all)\n"
    "  --seed A..B    the seeds from A to B (default: from 0 on)\n"
    "  --minutes M    stop after M minutes, decimals allowed (default: 1 where no seeds are given, else no limit)\n"
    "  --save DIR     write each failure to DIR, shrunk (default: fuzz-failures, beside this program)\n"
    "  --list         print the names of the drivers and stop\n"
    "Exit codes: 0 nothing found, 1 failures, 2 usage.\n";

struct Options {
  std::string driver = "all";
  std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();
  double minutes = 0;  // 0: no limit
  std::filesystem::path save = std::filesystem::path(PARAPET_BINARY_DIR) / "fuzz-failures";
  bool list = false;
};

std::uint64_t number(const std::string& text) {
  std::size_t used = 0;
  const std::uint64_t result = text.empty() || text[0] == '-' ? 0 : std::stoull(text, &used);
  if (used == 0 || used != text.size()) throw std::invalid_argument("'" + text + "' is no number");
  return result;
}

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  bool minutes = false, seeds = false;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& name = arguments[k];
    if (name == "--list") {
      options.list = true;
      continue;
    }
    if (k + 1 == arguments.size()) throw std::invalid_argument("'" + name + "' is unknown or lacks its argument");
    const std::string& value = arguments[++k];
    if (name == "--driver") {
      options.driver = value;
    } else if (name == "--seed") {
      const std::size_t dots = value.find("..");
      options.first = number(value.substr(0, dots));
      options.last = dots == std::string::npos ? options.first : number(value.substr(dots + 2));
      seeds = true;
    } else if (name == "--minutes") {
      options.minutes = std::stod(value);
      minutes = true;
    } else if (name == "--save") {
      options.save = value;
    } else {
      throw std::invalid_argument("'" + name + "' is unknown");
    }
  }
  if (!minutes && !seeds) options.minutes = 1;
  return options;
}

struct Counts {
  Tally tally;
  std::uint64_t failures = 0;
  std::uint64_t next = 0;  // seed
};

struct Page {  // shared by a child and its parent
  Counts counts;
  std::atomic<std::uint64_t> seed{0};
};

Page* make_page() {
  void* memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return new (memory) Page;
}

void save(const Options& options, const Failure& failure) {
  std::ostringstream text;
  text << "(* Found by parapet-fuzz --driver " << failure.driver << " --seed " << failure.seed << "\n"
       << failure.defect << "\n*)\n"
       << failure.model;
  const std::filesystem::path path = options.save / (failure.driver + "-" + std::to_string(failure.seed) + ".cub");
  std::filesystem::create_directories(options.save);
  write_file(path, text.str());
  std::cout << "FAILURE " << path.string() << ": " << failure.defect.substr(0, failure.defect.find('\n')) << std::endl;
}

void run_chunk(const Options& options, const Driver& driver, std::uint64_t first, std::uint64_t last, Clock::time_point deadline,
               Page& page) {
  for (std::uint64_t seed = first; seed <= last && Clock::now() < deadline; ++seed) {
    page.seed = seed;
    if (const auto failure = test::run_seed(driver, seed, page.counts.tally)) {
      ++page.counts.failures;
      save(options, *failure);
    }
  }
}

// Empty, or how the child failed.
std::string wait_for(pid_t child, const Page& page) {
  constexpr std::chrono::minutes hang{2};
  std::uint64_t seed = page.seed;
  Clock::time_point since = Clock::now();
  int status = 0;
  for (pid_t ended = 0; ended == 0; ended = ::waitpid(child, &status, WNOHANG)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (seed != page.seed) {
      seed = page.seed;
      since = Clock::now();
    } else if (Clock::now() - since > hang) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return "hang: no answer after two minutes";
    }
  }
  if (WIFSIGNALED(status)) return "crash: ended by signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "crash: ended with status " + std::to_string(WEXITSTATUS(status));
}

// Runs the driver on some more seeds.
void run_child(const Options& options, const Driver& driver, Clock::time_point deadline, Page& page, Counts& sum) {
  constexpr std::uint64_t chunk = 50;
  const std::uint64_t first = sum.next;
  const std::uint64_t last = options.last - first < chunk ? options.last : first + chunk - 1;
  page.counts = Counts{};
  page.seed = first;
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    int status = 0;
    try {
      run_chunk(options, driver, first, last, deadline, page);
    } catch (const std::exception& error) {
      std::cerr << "parapet-fuzz: error: " << error.what() << std::endl;
      status = 125;
    }
    ::_exit(status);
  }
  const std::string wrong = wait_for(child, page);
  if (!wrong.empty()) {
    ++page.counts.failures;
    save(options, {driver.name, page.seed, wrong, to_text(driver.draw(page.seed))});
  }
  add(sum.tally, page.counts.tally);
  sum.failures += page.counts.failures;
  sum.next = wrong.empty() ? last + 1 : page.seed + 1;
}

void print(const std::string& name, const Counts& counts) {
  const Tally& tally = counts.tally;
  std::cout << name << ": " << tally.models << " models, " << tally.searches << " searches (" << tally.answers[0] << " safe, "
            << tally.answers[1] << " unsafe, " << tally.answers[2] << " limit, " << tally.answers[3] << " spurious, " << tally.answers[4]
            << " refused, " << tally.answers[5] << " nothing found), " << tally.compared << " compared, " << tally.unsafe
            << " unsafe for the enumerator, " << tally.certified << " certificates confirmed, " << counts.failures << " failures\n";
}

int run(const Options& options, const std::vector<Driver>& drivers) {
  const auto begin = Clock::now();
  const std::chrono::duration<double> limit(options.minutes * 60);
  const auto deadline = options.minutes > 0 ? begin + std::chrono::duration_cast<Clock::duration>(limit) : Clock::time_point::max();
  Page& page = *make_page();
  Counts start;
  start.next = options.first;
  std::vector<Counts> sums(drivers.size(), start);
  const auto open = [&](const Counts& one) { return one.next >= options.first && one.next <= options.last && Clock::now() < deadline; };
  while (std::any_of(sums.begin(), sums.end(), open)) {
    for (std::size_t k = 0; k < drivers.size(); ++k) {
      if (open(sums[k])) run_child(options, drivers[k], deadline, page, sums[k]);
    }
  }
  Counts all;
  for (std::size_t k = 0; k < drivers.size(); ++k) {
    print(drivers[k].name, sums[k]);
    add(all.tally, sums[k].tally);
    all.failures += sums[k].failures;
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  print("all", all);
  const std::string table = construct_counts(all.tally);
  if (!table.empty()) std::cout << "constructs of the language:\n" << table;
  std::cout << static_cast<std::uint64_t>(static_cast<double>(all.tally.models) / seconds) << " models per second, " << seconds
            << " seconds\n";
  return all.failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments == std::vector<std::string>{"--help"}) {
    std::cout << usage;
    return 0;
  }
  try {
    const Options options = parse(arguments);
    const std::vector<Driver> drivers = test::drivers_named(options.driver);
    if (drivers.empty()) throw std::invalid_argument("no driver is called '" + options.driver + "'; --list shows them");
    if (!options.list) return run(options, drivers);
    for (const Driver& driver : drivers) std::cout << driver.name << "\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "parapet-fuzz: error: " << error.what() << "\n" << usage;
    return 2;
  }
}
