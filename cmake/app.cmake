# The program `parapet`, what is generated from its option table, and what is installed.
include(GNUInstallDirs)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# Everything but main, so that the tests can look at the option table.
file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.cpp)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
add_library(parapet_cli STATIC ${cli_sources})
target_compile_definitions(parapet_cli PRIVATE PARAPET_VERSION="${PROJECT_VERSION}")
target_link_libraries(parapet_cli PUBLIC parapet_frontend parapet_smt parapet_search parapet_lint parapet_check parapet_report parapet_bench
                      PRIVATE parapet_warnings Boost::program_options)

add_executable(parapet ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
target_link_libraries(parapet PRIVATE parapet_cli parapet_warnings)

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
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/parapet/examples OPTIONAL)
