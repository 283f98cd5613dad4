// The result of `check` as SARIF 2.1.0, the format that code-scanning services read.
//
//   unsafe formula   a result of the rule `unsafe`: SAFE is of kind pass, UNKNOWN of kind open, UNSAFE a failure
//   counterexample   the code flow of its unsafe formula, a thread flow per process, with the number of each step
//   warning          a result of the rule of its name
//   error            a result of the rule `model-error` if it has a place in a file, else a notification of the invocation
#pragma once

#include <string>
#include <vector>

#include "evidence/execution.h"
#include "report/message.h"
#include "report/run.h"

namespace parapet::report {

struct SarifContent {
  std::string version;                             // of Parapet
  std::string file;                                // the model; empty: none was given
  const Run* run = nullptr;                        // null: an error ended the run before its verdict
  const evidence::Execution* execution = nullptr;  // the counterexample, if there is one
  const std::vector<Message>& messages;
  int exit_code = 0;
};

[[nodiscard]] std::string sarif(const SarifContent& content);

}  // namespace parapet::report
