# Rules of `cmake --install`: headers, the libraries, the tools, a CMake package (find_package(mux),
# targets mux::mux and mux::gallium), pkg-config files, and the ICD file of the OpenCL implementation.
# They are split into components, which MuxPackages.cmake turns into Debian packages.

include(CMakePackageConfigHelpers)

if(MUX_RULE_SWITCH)
  install(CODE "message(FATAL_ERROR \"MUX_RULE_SWITCH is on: validation can be disabled in this library, so it must not be installed\")")
endif()

set(MUX_CMAKE_DIRECTORY ${CMAKE_INSTALL_LIBDIR}/cmake/mux)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mux DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development)
install(TARGETS mux mux_headers EXPORT mux_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
if(MUX_SEPARATE_COMPILER)
  # Loaded with dlopen(), not linked.
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

function(mux_install_pkg_config name)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endfunction()
mux_install_pkg_config(mux)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)

if(MUX_ENABLE_GALLIUM)
  install(TARGETS mux_gallium EXPORT mux_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
          NAMELINK_COMPONENT development)
  mux_install_pkg_config(mux-gallium)
endif()

if(MUX_ENABLE_OPENCL)
  install(TARGETS mux_opencl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT opencl
          NAMELINK_SKIP)
  # Loaders only search /etc/OpenCL/vendors, whatever the prefix. Under another prefix than the
  # system's, the file is installed below the prefix, and OCL_ICD_VENDORS must name its folder.
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
