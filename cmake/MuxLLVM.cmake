# LLVM 19 and Clang 19 as static archives, listed individually.
#
# Debian's CMake exports for Clang pull in the shared libLLVM, and static and shared LLVM in one
# process abort ("registered more than once"), so find_package is not used here.
#
# Defines the interface targets mux_llvm, mux_llvm_processors and, with MUX_ENABLE_FRONTEND,
# mux_clang; MUX_CLANG, the compiler that builds the library of OpenCL C built-ins; and
# MUX_CLANG_RESOURCE_DIRECTORY, the folder of Clang's own headers.

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
execute_process(COMMAND ${MUX_CLANG} -print-resource-dir OUTPUT_VARIABLE MUX_CLANG_RESOURCE_DIRECTORY
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

set(MUX_LLVM_COMPONENTS core support bitreader bitwriter linker passes orcjit jitlink native asmparser
    irreader ipo transformutils analysis vectorize target targetparser filecheck)
mux_llvm_config(MUX_LLVM_PROCESSOR_ARCHIVES --libfiles targetparser)
set(MUX_CLANG_ARCHIVES)
if(MUX_ENABLE_FRONTEND)
  list(APPEND MUX_LLVM_COMPONENTS coverage frontenddriver frontendhlsl frontendoffloading
       frontendopenmp lto option windowsdriver)
  foreach(name Frontend Driver Serialization CodeGen Parse Sema APINotes Analysis Edit AST ASTMatchers
          Support Lex Basic)
    list(APPEND MUX_CLANG_ARCHIVES ${MUX_LLVM_LIBRARY_DIRECTORY}/libclang${name}.a)
  endforeach()
endif()
mux_llvm_config(MUX_LLVM_ARCHIVES --libfiles ${MUX_LLVM_COMPONENTS})
# Debian configures LLVM with Polly as an extension, and packages Polly separately.
list(FILTER MUX_LLVM_ARCHIVES EXCLUDE REGEX "libPolly")
mux_llvm_config(MUX_LLVM_SYSTEM_LIBRARIES --system-libs ${MUX_LLVM_COMPONENTS})

# Adds include folders and options to targets that include LLVM's headers.
function(mux_use_llvm_headers target)
  target_include_directories(${target} SYSTEM INTERFACE ${MUX_LLVM_INCLUDE_DIRECTORY})
  target_compile_definitions(${target} INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS
                             __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  if(MUX_SANITIZE)
    # With the address sanitizer, LLVM's headers poison memory that the archives, which are not
    # instrumented, access.
    target_compile_options(${target} INTERFACE
      "SHELL:-include ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/llvm_without_poisoning.h")
  endif()
endfunction()

# One group, because Clang's archives have cyclic dependencies, and always the same one, so that a
# target that uses both LLVM and Clang lists each archive once. Debian's LLVM lists z3 and libxml2
# as system libraries; nothing here calls them, so they are linked as needed.
add_library(mux_llvm INTERFACE)
mux_use_llvm_headers(mux_llvm)
string(JOIN "," MUX_LLVM_LINK_GROUP --start-group ${MUX_CLANG_ARCHIVES} ${MUX_LLVM_ARCHIVES}
       --end-group --push-state --as-needed ${MUX_LLVM_SYSTEM_LIBRARIES} --pop-state)
target_link_libraries(mux_llvm INTERFACE "-Wl,${MUX_LLVM_LINK_GROUP}")

# LLVM's tables of processors, for targets without the rest of LLVM. For targets with both, this
# repeats archives.
add_library(mux_llvm_processors INTERFACE)
mux_use_llvm_headers(mux_llvm_processors)
target_link_libraries(mux_llvm_processors INTERFACE ${MUX_LLVM_PROCESSOR_ARCHIVES})

if(MUX_ENABLE_FRONTEND)
  add_library(mux_clang INTERFACE)
  target_link_libraries(mux_clang INTERFACE mux_llvm)
endif()
