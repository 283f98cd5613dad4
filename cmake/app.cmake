# The program `parapet`, what is generated from its option table, and what is installed.
include(GNUInstallDirs)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# Everything but main, so that the tests can look at the option table.
file(GLOB cli_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/*.cpp)
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/src/cli/main.cpp)
add_library(parapet_cli STATIC ${cli_sources})
target_compile_definitions(parapet_cli PRIVATE PARAPET_VERSION="${PROJECT_VERSION}")
target_link_libraries(parapet_cli PUBLIC parapet_frontend parapet_verify parapet_lint parapet_evidence parapet_report parapet_bench parapet_notation
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
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES editors/vim/syntax/cub.vim DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles/syntax)
install(FILES editors/vim/ftdetect/cub.vim DESTINATION ${CMAKE_INSTALL_DATADIR}/vim/vimfiles/ftdetect)

# `cpack --config build/release/CPackConfig.cmake -G DEB`: what it depends on is read from the program and its modules.
set(CPACK_PACKAGE_NAME parapet)
set(CPACK_PACKAGE_CONTACT "The Parapet authors <parapet@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
