# The z3 and cvc5 backends are modules opened at run time (smt/module.h), so that a run that never asks them does not load their libraries. Terms
# are linked into each module: TermArena has no global state, both sides work on the arena they are handed.
set_source_files_properties(${PROJECT_SOURCE_DIR}/smt/module.cpp PROPERTIES COMPILE_DEFINITIONS PARAPET_MODULE_DIR="${PROJECT_BINARY_DIR}")

function(parapet_solver_module library header)
  find_path(PARAPET_${library}_INCLUDE ${header} PATH_SUFFIXES z3)
  find_library(PARAPET_${library}_LIBRARY ${library})
  if(NOT PARAPET_${library}_INCLUDE OR NOT PARAPET_${library}_LIBRARY)
    message(STATUS "${library} not found: --solver ${library} will not be there")
    return()
  endif()
  add_library(parapet_${library} MODULE ${PROJECT_SOURCE_DIR}/smt/${library}_solver.cpp)
  target_include_directories(parapet_${library} SYSTEM PRIVATE ${PARAPET_${library}_INCLUDE})
  target_link_libraries(parapet_${library} PRIVATE parapet_logic ${PARAPET_${library}_LIBRARY} parapet_warnings)
  set_target_properties(parapet_${library} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  add_dependencies(parapet_smt parapet_${library})
  install(TARGETS parapet_${library} LIBRARY DESTINATION lib/parapet)
endfunction()

parapet_solver_module(z3 z3++.h)
parapet_solver_module(cvc5 cvc5/cvc5.h)

add_executable(parapet-solver-bench EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/solver_bench.cpp)
target_link_libraries(parapet-solver-bench PRIVATE parapet_smt parapet_warnings)
