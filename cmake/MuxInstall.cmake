# What `cmake --install` puts under the prefix: headers, the libraries, the tools, a CMake package
# (find_package(mux), target mux::mux), a pkg-config file, and what tells ICD loaders of the OpenCL
# implementation. Each belongs to a component, of which MuxPackages.cmake makes Debian packages.

include(CMakePackageConfigHelpers)

if(MUX_RULE_SWITCH)
  install(CODE "message(FATAL_ERROR \"MUX_RULE_SWITCH is on: this library can be told to let bad arguments through, and is not for installing\")")
endif()

set(MUX_CMAKE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/mux)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mux DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development)
install(TARGETS mux mux_headers EXPORT mux_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
if(MUX_SEPARATE_COMPILER)
  # Nobody links it.
  install(TARGETS mux_compiler_library
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_SKIP)
endif()
install(EXPORT mux_targets NAMESPACE mux:: FILE mux-targets.cmake DESTINATION ${MUX_CMAKE_DIRECTORY}
        COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/mux-config.cmake.in
                              ${PROJECT_BINARY_DIR}/mux-config.cmake
                              INSTALL_DESTINATION ${MUX_CMAKE_DIRECTORY})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mux-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mux-config.cmake ${PROJECT_BINARY_DIR}/mux-config-version.cmake
        DESTINATION ${MUX_CMAKE_DIRECTORY} COMPONENT development)

configure_file(${CMAKE_CURRENT_LIST_DIR}/mux.pc.in ${PROJECT_BINARY_DIR}/mux.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mux.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)

if(MUX_ENABLE_OPENCL)
  install(TARGETS mux_opencl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT opencl
          NAMELINK_SKIP)
  # Loaders look in /etc/OpenCL/vendors alone, whatever the prefix. Under a prefix that is not the
  # system's, the file lies beside the rest, and OCL_ICD_VENDORS has to name its folder.
  install(CODE "
    set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
    if(prefix MATCHES \"^/usr(/local)?/*\$\")
      set(folder /etc/OpenCL/vendors)
    else()
      set(folder \"\${prefix}/etc/OpenCL/vendors\")
    endif()
    set(file \"${PROJECT_BINARY_DIR}/icd-installed/mux.icd\")
    file(WRITE \"\${file}\" \"\${prefix}/${CMAKE_INSTALL_LIBDIR}/libmux_opencl.so.${PROJECT_VERSION_MAJOR}\\n\")
    file(INSTALL DESTINATION \"\${folder}\" TYPE FILE FILES \"\${file}\")
  " COMPONENT opencl)
endif()
