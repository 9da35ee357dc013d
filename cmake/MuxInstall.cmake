# What `cmake --install` puts under the prefix: headers, the library, the tools, a CMake package
# (find_package(mux), target mux::mux) and a pkg-config file.

include(CMakePackageConfigHelpers)

if(MUX_RULE_SWITCH)
  install(CODE "message(FATAL_ERROR \"MUX_RULE_SWITCH is on: this library can be told to let bad arguments through, and is not for installing\")")
endif()

set(MUX_CMAKE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/mux)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mux DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS mux mux_headers EXPORT mux_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT mux_targets NAMESPACE mux:: FILE mux-targets.cmake DESTINATION ${MUX_CMAKE_DIRECTORY})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/mux-config.cmake.in
                              ${PROJECT_BINARY_DIR}/mux-config.cmake
                              INSTALL_DESTINATION ${MUX_CMAKE_DIRECTORY})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mux-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mux-config.cmake ${PROJECT_BINARY_DIR}/mux-config-version.cmake
        DESTINATION ${MUX_CMAKE_DIRECTORY})

configure_file(${CMAKE_CURRENT_LIST_DIR}/mux.pc.in ${PROJECT_BINARY_DIR}/mux.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mux.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
