// parapet-litmus FOLDER: the litmus tests of the tables as model files that say what is expected of them, for `parapet bench`.
#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/file_output.h"
#include "litmus/litmus.h"

namespace {

using namespace parapet::test;
namespace fs = std::filesystem;

void write_all(const fs::path& folder) {
  const fs::path tables = fs::path(PARAPET_SOURCE_DIR) / "tests/litmus";
  const std::map<std::string, bool> tso = read_table(tables / "tso.csv"), sc = read_table(tables / "sc.csv"),
                                    pso = read_table(tables / "pso.csv");
  fs::create_directories(folder);
  for (const LitmusTest& shape : read_shapes(tables / "shapes.txt")) {
    std::vector<LitmusTest> all = variants(shape, true);
    for (LitmusTest& test : store_fence_variants(shape)) all.push_back(std::move(test));
    for (const LitmusTest& test : all) {
      std::string text = "(* A litmus test: unsafe if its outcome can happen.\n";
      const auto expect = [&](const std::string& model, const std::map<std::string, bool>& table) {
        const auto row = table.find(test.name);
        if (row != table.end()) text += "   expect " + model + (row->second ? " UNSAFE\n" : " SAFE\n");
      };
      expect("tso", tso);
      expect("sc", sc);
      expect("pso", pso);
      parapet::write_file(folder / (test.name + ".cub"), text + "*)\n" + to_cub(test));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: parapet-litmus FOLDER\n";
    return 2;
  }
  try {
    write_all(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "parapet-litmus: error: " << error.what() << '\n';
    return 2;
  }
}
