// Checks a model and prints its counterexample: `check FILE`. Exits as the command line does: 0 SAFE, 1 UNSAFE, 2 error, 3 UNKNOWN.
#include <parapet/parapet.h>

#include <iostream>

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: check FILE\n";
    return 2;
  }
  try {
    const parapet::api::Model model = parapet::api::Model::load(words[1]);
    std::cerr << model.warnings();
    parapet::api::Options options;
    options.timeout_seconds = 60;
    const parapet::api::Result result = parapet::api::check(model, options);
    switch (result.verdict) {
      case parapet::api::Verdict::Safe:
        std::cout << "SAFE under " << result.memory_model << ", " << result.nodes << " nodes\n";
        return 0;
      case parapet::api::Verdict::Unsafe:
        std::cout << result.counterexample->text << "UNSAFE under " << result.memory_model << " with " << result.counterexample->processes
                  << " processes\n";
        return 1;
      case parapet::api::Verdict::Unknown:
        break;
    }
    std::cout << "UNKNOWN: " << result.reason << '\n';
    return 3;
  } catch (const parapet::api::Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
