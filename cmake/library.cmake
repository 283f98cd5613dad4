# libparapet, static and shared: every module but the command line, lint and bench, behind one header (include/parapet/parapet.h).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(parapet_library OBJECT ${PROJECT_SOURCE_DIR}/src/library/library.cpp)
target_include_directories(parapet_library PUBLIC ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(parapet_library PRIVATE PARAPET_VERSION="${PROJECT_VERSION}")
target_link_libraries(parapet_library PUBLIC parapet_verify parapet_report parapet_frontend PRIVATE parapet_warnings)

set(library_objects $<TARGET_OBJECTS:parapet_library>)
foreach(module base logic ld frontend smt machine le result cube memory search coverage check verify evidence report)
  list(APPEND library_objects $<TARGET_OBJECTS:parapet_${module}>)
endforeach()
foreach(kind STATIC SHARED)
  string(TOLOWER ${kind} suffix)
  add_library(libparapet_${suffix} ${kind} ${library_objects})
  set_target_properties(libparapet_${suffix} PROPERTIES OUTPUT_NAME parapet VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                        LINKER_LANGUAGE CXX)
  target_include_directories(libparapet_${suffix} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(libparapet_${suffix} PUBLIC Threads::Threads ${CMAKE_DL_LIBS} gmp)
  add_dependencies(libparapet_${suffix} parapet_smt)
endforeach()
set_target_properties(libparapet_shared PROPERTIES EXPORT_NAME parapet)
set_target_properties(libparapet_static PROPERTIES EXPORT_NAME parapet_static)

install(TARGETS libparapet_static libparapet_shared EXPORT parapet-targets)
install(FILES ${PROJECT_SOURCE_DIR}/include/parapet/parapet.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/parapet)
install(EXPORT parapet-targets NAMESPACE parapet:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/parapet)
file(WRITE ${PROJECT_BINARY_DIR}/parapet-config.cmake
     "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\ninclude(\${CMAKE_CURRENT_LIST_DIR}/parapet-targets.cmake)\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/parapet-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/parapet-config.cmake ${PROJECT_BINARY_DIR}/parapet-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/parapet)
configure_file(${PROJECT_SOURCE_DIR}/cmake/parapet.pc.in ${PROJECT_BINARY_DIR}/parapet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/parapet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The example, on each of them; the tests run it.
foreach(kind static shared)
  add_executable(parapet-api-${kind} ${PROJECT_SOURCE_DIR}/examples/api/check.cpp)
  target_link_libraries(parapet-api-${kind} PRIVATE libparapet_${kind} parapet_warnings)
endforeach()
