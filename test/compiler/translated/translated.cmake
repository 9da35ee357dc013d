# Translates the kernels of the tests with Debian's Clang 15 and llvm-spirv 15, if installed, so that the
# long searches also run them from SPIR-V: the target `translated_kernels`, which scripts/test --long
# builds. Not with sanitizers, to save time.
find_program(MUX_TRANSLATING_CLANG clang-15)
find_program(MUX_LLVM_SPIRV llvm-spirv-15)
set(MUX_TRANSLATED_KERNELS ${CMAKE_CURRENT_BINARY_DIR}/translated)
if(MUX_TRANSLATING_CLANG AND MUX_LLVM_SPIRV AND TARGET muxcc AND NOT MUX_SANITIZE)
  set(MUX_TRANSLATE_KERNELS ON)
else()
  set(MUX_TRANSLATE_KERNELS OFF)
  message(STATUS "Kernels of tests are not run from SPIR-V: that needs clang-15, llvm-spirv-15 and muxcc, and no sanitizer")
endif()

add_custom_target(translated_kernels)

# Adds the translation of `source`, compiled with the given options, to those of `folder`.
function(mux_translated_kernel source folder name)
  if(NOT MUX_TRANSLATE_KERNELS)
    return()
  endif()
  set(translate ${PROJECT_SOURCE_DIR}/test/compiler/translated/translate)
  set(output ${MUX_TRANSLATED_KERNELS}/${folder}/${name})
  file(MAKE_DIRECTORY ${MUX_TRANSLATED_KERNELS}/${folder})
  add_custom_command(
    OUTPUT ${output}.mux
    COMMAND ${translate} ${MUX_TRANSLATING_CLANG} ${MUX_LLVM_SPIRV} $<TARGET_FILE:muxcc> ${source} ${output} ${ARGN}
    DEPENDS ${source} ${translate} muxcc VERBATIM)
  set_property(GLOBAL APPEND PROPERTY MUX_TRANSLATED_${folder} ${output}.mux)
endfunction()

# Adds the target that translates the kernels of `folder`, after all calls of mux_translated_kernel()
# in the same directory, and the long search NAME that runs a program with them.
function(mux_test_translated name folder)
  if(NOT MUX_TRANSLATE_KERNELS)
    return()
  endif()
  get_property(kernels GLOBAL PROPERTY MUX_TRANSLATED_${folder})
  add_custom_target(translated_kernels_${folder} DEPENDS ${kernels})
  add_dependencies(translated_kernels translated_kernels_${folder})
  mux_long_search(${name} COMMAND ${ARGN}
                  ENVIRONMENT MUX_TEST_TRANSLATED=${MUX_TRANSLATED_KERNELS}/${folder})
endfunction()

if(MUX_TRANSLATE_KERNELS)
  mux_long_search(compiler.translated
                  COMMAND ${PROJECT_SOURCE_DIR}/test/compiler/translated/check ${MUX_TRANSLATED_KERNELS})
endif()
