// LE as LaTeX, typeset: no error, and no line that is wider than the page.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet::test;
namespace fs = std::filesystem;

const std::string examples = PARAPET_SOURCE_DIR "/examples";

}  // namespace

TEST_CASE("dump --le --format latex: pdflatex typesets it within the page") {
  if (run_program("/bin/sh", {"-c", "command -v pdflatex"}).status != 0) return skipped("LaTeX is not typeset: pdflatex is not installed");
  std::vector<fs::path> models{examples + "/locks/naive_mutex.cub", examples + "/locks/szymanski_flags.cub",
                               examples + "/protocols/msi.cub"};
  if (std::getenv("PARAPET_SLOW") != nullptr) {
    models.clear();
    for (const auto& entry : fs::recursive_directory_iterator(examples)) {
      if (entry.path().extension() == ".cub") models.push_back(entry.path());
    }
    std::ranges::sort(models);
  }
  for (const fs::path& model : models) {
    CAPTURE(model);
    const TemporaryFolder folder;
    const Child le = run_parapet({"dump", "--le", "--format", "latex", model});
    REQUIRE(le.status == 0);
    (void)folder.file("le.tex", le.out);
    (void)folder.file(
        "paper.tex",
        "\\documentclass{article}\n\\usepackage{amsmath}\n\\allowdisplaybreaks\n\\begin{document}\n\\input{le}\n\\end{document}\n");
    const Child tex =
        run_program("/bin/sh", {"-c", "cd '" + folder.path().string() + "' && pdflatex -interaction=nonstopmode -halt-on-error paper.tex"});
    CAPTURE(tex.out);
    CHECK(tex.status == 0);
    CHECK_FALSE(contains(tex.out, "Overfull \\hbox"));
    CHECK(fs::exists(folder.path() / "paper.pdf"));
  }
}
