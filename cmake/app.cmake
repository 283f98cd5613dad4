# The program `parapet`, what is generated from its option table, and what is installed.
include(GNUInstallDirs)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# Everything but main, so that the tests can look at the option table.
file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.cpp)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/src/cli/main.cpp ${PROJECT_SOURCE_DIR}/src/cli/allocation.cpp)
add_library(parapet_cli STATIC ${cli_sources})
target_compile_definitions(parapet_cli PRIVATE PARAPET_VERSION="${PROJECT_VERSION}")
target_link_libraries(parapet_cli PUBLIC parapet_frontend parapet_verify parapet_lint parapet_evidence parapet_report parapet_bench parapet_notation
                      PRIVATE parapet_warnings Boost::program_options)
parapet_compile(parapet_cli cold)

add_executable(parapet ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
target_link_libraries(parapet PRIVATE parapet_cli parapet_warnings)
if(NOT PARAPET_SANITIZE AND NOT PARAPET_SANITIZE_THREAD)
  # Its own free store; sanitizers have theirs. What is loaded later uses it, too, so that either side can free what the other allocated.
  target_sources(parapet PRIVATE ${PROJECT_SOURCE_DIR}/src/cli/allocation.cpp)
  # The C++ library is inside, since loading it took a quarter of a small run. The solver modules load the shared one: nothing thrown passes
  # between them and the program (smt/module.h).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(parapet PRIVATE -static-libstdc++ -static-libgcc)
  endif()
  foreach(operator _Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm)
    target_link_options(parapet PRIVATE -Wl,--export-dynamic-symbol=${operator})
  endforeach()
endif()

# parapet_generated(KIND FILE): what `parapet generate KIND` prints.
function(parapet_generated kind file)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${file} COMMAND parapet generate ${kind} > ${PROJECT_BINARY_DIR}/${file}
                     DEPENDS parapet COMMENT "Generating ${file}" VERBATIM)
endfunction()
parapet_generated(man parapet.1)
parapet_generated(bash parapet.bash)
parapet_generated(zsh _parapet)
add_custom_target(parapet_generated_files ALL DEPENDS ${PROJECT_BINARY_DIR}/parapet.1 ${PROJECT_BINARY_DIR}/parapet.bash
                  ${PROJECT_BINARY_DIR}/_parapet)

install(TARGETS parapet)
install(FILES ${PROJECT_BINARY_DIR}/parapet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/parapet.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME parapet)
install(FILES ${PROJECT_BINARY_DIR}/_parapet DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
# Documentation, examples and suites keep their places relative to each other, so that links and the paths in suites work; what documents
# refer to is there, too (tests/unit/cli/install_test.cpp follows every link).
foreach(folder docs examples models editors)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_DOCDIR})
endforeach()
install(FILES bench/README.md bench/examples.suite bench/papers.suite bench/certified.suite bench/queue_locks.suite
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(DIRECTORY tests/mutants DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests FILES_MATCHING PATTERN *.md)
foreach(file README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md LICENSE Dockerfile include/parapet/parapet.h src/machine/state.h
        src/check/event_reference.cpp src/memory/events/events.h src/memory/queues/queues.h)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(FILES editors/vim/syntax/cub.vim DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles/syntax)
install(FILES editors/vim/ftdetect/cub.vim DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles/ftdetect)

# Debian's places and forms of some files, for packages only.
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${PROJECT_BINARY_DIR}/changelog @ONLY)
install(CODE "set(PARAPET_DEBIAN_FILES ${PROJECT_SOURCE_DIR}/cmake/debian)\nset(PARAPET_GENERATED ${PROJECT_BINARY_DIR})")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/debian/install.cmake)

# `cpack --config build/release/CPackConfig.cmake -G DEB`: what it depends on is read from the program and its modules.
set(CPACK_PACKAGE_NAME parapet)
set(CPACK_PACKAGE_CONTACT "The Parapet authors <parapet@parapet.invalid>")
set(CPACK_PACKAGE_DESCRIPTION "Parapet proves concurrent algorithms safe for any number of processes
under sequential consistency, TSO or PSO, or finds a counterexample, which
it replays on a machine with store buffers. Proofs are certificates that
it checks apart from the search. Models are .cub files, as for Cubicle and
Cubicle-W.")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The shared library: what depends on it, and the trigger that tells the linker of it (CPack's own scripts call ldconfig, which Debian forbids).
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/shlibs.in ${PROJECT_BINARY_DIR}/shlibs @ONLY)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/shlibs;${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
