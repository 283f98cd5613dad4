#include "result/certificate.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace parapet {

bool Certificate::writes_apart() const {
  const auto known = ld::find_memory_model(model);
  return known && known->writes_apart();
}

Certificate make_certificate(const le::System& system, std::string_view engine, bool lateness, std::vector<Cube> cubes) {
  const ld::Program& program = *system.program;
  Certificate certificate;
  certificate.engine = engine;
  certificate.model = system.model.name;
  certificate.lateness = lateness;
  certificate.digest = digest(program);
  certificate.invariants = program.invariants.size();
  certificate.number_procs = program.number_procs;
  certificate.narrowed = system.narrowed;
  certificate.intervals = system.intervals;
  // Those of counts hold by definition and need no proof.
  if (system.counts.exist()) certificate.intervals[system.counts.processes.index()] = {};
  for (const le::CountType& type : system.counts.types) certificate.intervals[type.symbol.index()] = {};
  certificate.cubes = std::move(cubes);
  for (Cube& cube : certificate.cubes) cube.weak.open.items.resize(cube.weak.reads());
  return certificate;
}

std::string digest(const ld::Program& program) {
  std::ostringstream canonical;
  ld::print(canonical, program);
  return sha256_hex(canonical.str());
}

}  // namespace parapet
