#include "cli/guard.h"

#include <exception>
#include <new>
#include <ostream>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/contract.h"
#include "base/file_output.h"
#include "base/printable.h"
#include "cli/options.h"
#include "cli/version.h"
#include "frontend/frontend.h"
#include "smt/factory.h"

namespace parapet::cli {
namespace {

// Messages quote foreign text (file names, evidence, output of solvers): made printable and cut to a readable length.
std::string shown(std::string_view what) {
  constexpr std::size_t longest = 4000;
  return what.size() <= longest ? printable(what) : printable(what.substr(0, longest)) + "...";
}

Exit fault_of_input(std::ostream& err, std::string_view what) {
  err << "parapet: error: " << shown(what) << '\n';
  return Exit::BadInput;
}

Exit fault_of_parapet(std::ostream& err, std::string_view what) {
  err << "parapet: internal error: " << shown(what) << "\nThis is a defect of Parapet " << version()
      << ", not of your model. Please report it with the model and the command line.\n";
  return Exit::Internal;
}

}  // namespace

Exit guarded(const std::function<Exit()>& body, std::ostream& err) {
  try {
    return body();
  } catch (const UsageError& error) {
    const Exit code = fault_of_input(err, error.what());
    err << "Try 'parapet --help'.\n";
    return code;
  } catch (const frontend::InputError& error) {
    return fault_of_input(err, error.what());
  } catch (const smt::SolverError& error) {
    return fault_of_input(err, error.what());
  } catch (const OutputError& error) {
    return fault_of_input(err, error.what());
  } catch (const BudgetExhausted& reason) {
    err << "parapet: " << reason.what() << '\n';
    return Exit::Unknown;
  } catch (const std::bad_alloc&) {
    err << "parapet: out of memory\n";
    return Exit::Unknown;
  } catch (const std::exception& error) {
    return fault_of_parapet(err, error.what());
  } catch (...) {
    return fault_of_parapet(err, "an exception of unknown type");
  }
}

}  // namespace parapet::cli
