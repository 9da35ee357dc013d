# LLVM 19 and Clang 19 as static archives, named one by one.
#
# Debian's CMake exports for Clang pull in the shared libLLVM, and static and shared LLVM in one
# process abort ("registered more than once"), so find_package is not used here.
#
# Defines the interface targets mux_llvm and, with MUX_ENABLE_FRONTEND, mux_clang, and MUX_CLANG, the
# compiler that builds the library of OpenCL C built-ins.

find_program(MUX_LLVM_CONFIG llvm-config-19 REQUIRED)
find_program(MUX_CLANG clang-19 REQUIRED)

function(mux_llvm_config variable)
  execute_process(COMMAND ${MUX_LLVM_CONFIG} --link-static ${ARGN} OUTPUT_VARIABLE output
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(output UNIX_COMMAND "${output}")
  set(${variable} ${output} PARENT_SCOPE)
endfunction()

mux_llvm_config(MUX_LLVM_INCLUDE_DIRECTORY --includedir)
mux_llvm_config(MUX_LLVM_LIBRARY_DIRECTORY --libdir)
set(MUX_LLVM_COMPONENTS core support bitreader bitwriter linker passes orcjit jitlink native asmparser
    irreader ipo transformutils analysis vectorize target targetparser)
if(MUX_ENABLE_FRONTEND)
  list(APPEND MUX_LLVM_COMPONENTS frontendopenmp frontendhlsl frontenddriver frontendoffloading option
       coverage lto windowsdriver)
endif()
mux_llvm_config(MUX_LLVM_ARCHIVES --libfiles ${MUX_LLVM_COMPONENTS})
mux_llvm_config(MUX_LLVM_SYSTEM_LIBRARIES --system-libs ${MUX_LLVM_COMPONENTS})

add_library(mux_llvm INTERFACE)
target_include_directories(mux_llvm SYSTEM INTERFACE ${MUX_LLVM_INCLUDE_DIRECTORY})
target_compile_definitions(mux_llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS
                           __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_link_libraries(mux_llvm INTERFACE ${MUX_LLVM_ARCHIVES} ${MUX_LLVM_SYSTEM_LIBRARIES})

if(MUX_ENABLE_FRONTEND)
  set(MUX_CLANG_ARCHIVES)
  foreach(name clangFrontendTool clangFrontend clangDriver clangSerialization clangCodeGen clangParse
          clangSema clangAPINotes clangAnalysis clangEdit clangAST clangASTMatchers clangSupport
          clangLex clangBasic)
    list(APPEND MUX_CLANG_ARCHIVES ${MUX_LLVM_LIBRARY_DIRECTORY}/lib${name}.a)
  endforeach()
  list(REMOVE_ITEM MUX_CLANG_ARCHIVES ${MUX_LLVM_LIBRARY_DIRECTORY}/libclangFrontendTool.a)
  add_library(mux_clang INTERFACE)
  target_link_libraries(mux_clang INTERFACE -Wl,--start-group ${MUX_CLANG_ARCHIVES} -Wl,--end-group
                        mux_llvm)
endif()
