# Compiler and linker settings of all targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(MUX_CCACHE ccache)
if(MUX_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${MUX_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${MUX_CCACHE})
endif()

# Compiles the sources of a target in batches: most of the compile time of a small file is spent on
# headers and templates that its neighbors use as well. Sources are sorted by folder, so that mostly
# files of one room share a compilation; names in their anonymous namespaces must differ. Another size
# of batches may follow the target, 0 for all files: fewer where names clash.
function(mux_compile_together target)
  set(batch_size 24)
  if(ARGC GREATER 1)
    set(batch_size ${ARGV1})
  endif()
  if(MUX_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch_size})
  endif()
endfunction()

# Precompiles headers for the files of a target of few batches, if they are not compiled in batches: one or
# two batches do not make up for the precompilation.
function(mux_precompile_without_batches target)
  if(NOT MUX_UNITY)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Compiles files with command line or JSON templates with little optimization: optimizing them takes
# longer than running them. Measured with sanitizers: 8.9 s for a command line with -O1, 3.5 s
# without.
function(mux_optimize_little)
  if(MUX_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O0)
  else()
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

add_compile_options(-Wall -Wextra -Werror -fno-omit-frame-pointer)
# Clang's thread safety analysis; see source/support/thread_annotations.h.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wthread-safety>)
# The cache of compiled code identifies libraries and programs by their build id.
add_link_options(-fuse-ld=lld -Wl,--build-id=sha1)

# GCC looks up the linker by its plain name; Debian installs lld 19 with a suffix.
find_program(MUX_LLD ld.lld-19 REQUIRED)
set(MUX_LINKER_DIRECTORY ${PROJECT_BINARY_DIR}/linker)
file(MAKE_DIRECTORY ${MUX_LINKER_DIRECTORY})
file(CREATE_LINK ${MUX_LLD} ${MUX_LINKER_DIRECTORY}/ld.lld SYMBOLIC)
add_link_options(-B${MUX_LINKER_DIRECTORY})

# LLVM and Clang have 286,000 relative relocations, 7 MB; packed they are 70 KB, which needs a
# recent loader. Measured: loading takes 4.9 ms instead of 6.6.
option(MUX_PACK_RELOCATIONS "Pack relative relocations (needs glibc 2.36 or an equivalent at run time)" ON)
if(MUX_PACK_RELOCATIONS AND NOT CMAKE_CROSSCOMPILING)
  include(CheckCXXSourceRuns)
  include(CMakePushCheckState)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_FLAGS -fPIE)
  set(CMAKE_REQUIRED_LINK_OPTIONS -pie -fuse-ld=lld -B${MUX_LINKER_DIRECTORY} -Wl,-z,pack-relative-relocs)
  check_cxx_source_runs("int number; int *pointer = &number; int main() { return *pointer; }"
                        MUX_PACKS_RELOCATIONS)
  cmake_pop_check_state()
endif()
if(MUX_PACK_RELOCATIONS AND MUX_PACKS_RELOCATIONS)
  add_link_options(-Wl,-z,pack-relative-relocs)
endif()

if(MUX_STRESS)
  # See source/host/support/atomic.h. For all targets, because several rooms use its headers.
  add_compile_definitions(MUX_STRESS)
endif()

if(MUX_SANITIZE)
  # Full optimization of instrumented code takes GCC several times as long, and finds the same
  # errors. Assertions are enabled.
  set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g1")
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  add_compile_options(-fsanitize=${MUX_SANITIZE} -fno-sanitize-recover=all)
  # With the checks, GCC falsely warns of uninitialized members of the standard library.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>
                      $<$<COMPILE_LANG_AND_ID:C,GNU>:-Wno-maybe-uninitialized>)
  # Two checks of Clang that GCC does not have, or that do not work here: `function` reads the bytes
  # before a function called through a pointer, which code compiled at run time lacks; `vptr` needs
  # type information, which LLVM's archives lack, and a C++ runtime, which C programs do not link.
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND MUX_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize=function,vptr)
  endif()
  add_link_options(-fsanitize=${MUX_SANITIZE})
endif()
