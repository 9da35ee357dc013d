# The kernel compiler is two libraries. source/compiler is the runtime side, in libmux.so: the cache, the loader, the
# functions that compiled code calls, the C API, and the interface to the other side. source/codegen is everything that
# depends on LLVM, in libmux_compiler.so (and codegen/clang, the only room that depends on Clang); it is opened when
# something has to be compiled (compiler/library).

set(MUX_SHARED_ROOMS mux_compiler_abi mux_compiler_container mux_compiler_interface
    mux_compiler_processor mux_compiler_spirv_words mux_compiler_tgsi_recognition
    mux_compiler_features)
set(MUX_PROGRAM_ROOMS mux_compiler_cache mux_compiler_images mux_compiler_runtime
    mux_compiler_chosen_target mux_compiler_program)
set(MUX_GENERATOR_ROOMS mux_compiler_builtins mux_compiler_pipeline mux_compiler_generate)
set(MUX_SERVICE_ROOMS ${MUX_GENERATOR_ROOMS} mux_compiler_link mux_compiler_spirv
    mux_compiler_spirv_grammar mux_compiler_tgsi mux_compiler_tgsi_text mux_compiler_clang
    mux_compiler_service)

# A room, or a part of one, as an object library that both libraries may link: it has no mutable state.
function(mux_compiler_room name)
  add_library(${name} OBJECT ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/source)
  target_link_libraries(${name} PUBLIC mux_headers)
endfunction()

# CMake does not propagate object libraries through interface libraries.
function(mux_compiler_half name)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${ARGN})
  foreach(room ${ARGN})
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${room}>)
  endforeach()
endfunction()
