# How sources are compiled, so that a build takes a third of the time of one file after the other:
#   * the headers of the C++ library are compiled once (cmake/standard_headers.h); each source includes what it uses all the same, and
#     the presets `dev` and `tidy` compile without them;
#   * the sources of a folder are compiled together, a batch of at most PARAPET_BATCH bytes at a time. So names in anonymous namespaces
#     must differ within a folder;
#   * what no search spends time in is compiled with -O1 in a release.
option(PARAPET_BATCHES "Compile the sources of a folder together, with precompiled headers" ON)
set(PARAPET_BATCH 100000 CACHE STRING "Bytes of source that are compiled together")

# One set of precompiled headers for each kind of options that they depend on.
function(parapet_precompile kind)
  add_library(parapet_headers_${kind} OBJECT ${PROJECT_SOURCE_DIR}/cmake/standard_headers.cpp)
  target_precompile_headers(parapet_headers_${kind} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/standard_headers.h ${ARGN})
  target_link_libraries(parapet_headers_${kind} PRIVATE parapet_warnings)
endfunction()

# Puts each source of the target into a batch with others of its folder.
function(parapet_batches target)
  get_target_property(sources ${target} SOURCES)
  set(folder "")
  foreach(source ${sources})
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(here ${source} DIRECTORY)
    file(SIZE ${source} bytes)
    if(here STREQUAL folder)
      math(EXPR size "${size} + ${bytes}")
      if(size GREATER PARAPET_BATCH)
        math(EXPR batch "${batch} + 1")
        set(size ${bytes})
      endif()
    else()
      set(folder ${here})
      set(size ${bytes})
      set(batch 1)
    endif()
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${folder})
    string(REPLACE "/" "_" name ${name})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# parapet_compile(TARGET hot|cold [HEADER...]): with the precompiled headers of that kind, or with its own, which have these headers, too.
function(parapet_compile target kind)
  if(kind STREQUAL "cold")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(NOT PARAPET_BATCHES)
    return()
  endif()
  if(NOT target MATCHES "tests|random")
    parapet_batches(${target})
  endif()
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/standard_headers.h ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM parapet_headers_${kind})
  endif()
endfunction()

if(PARAPET_BATCHES)
  parapet_precompile(hot)
  parapet_precompile(cold)
  target_compile_options(parapet_headers_cold PRIVATE $<$<CONFIG:Release>:-O1>)
endif()
