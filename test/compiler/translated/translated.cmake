# Translates the kernels of the tests with Debian's Clang 15 and llvm-spirv 15, if installed, so
# that tests also run them from SPIR-V. Not with sanitizers, to save time.
find_program(MUX_TRANSLATING_CLANG clang-15)
find_program(MUX_LLVM_SPIRV llvm-spirv-15)
set(MUX_TRANSLATED_KERNELS ${CMAKE_CURRENT_BINARY_DIR}/translated)
if(MUX_TRANSLATING_CLANG AND MUX_LLVM_SPIRV AND TARGET muxcc AND NOT MUX_SANITIZE)
  set(MUX_TRANSLATE_KERNELS ON)
else()
  set(MUX_TRANSLATE_KERNELS OFF)
  message(STATUS "Kernels of tests are not run from SPIR-V: that needs clang-15, llvm-spirv-15 and muxcc, and no sanitizer")
endif()

# Adds the translation of `source`, compiled with the given options, to the list `binaries`.
function(mux_translated_kernel binaries source folder name)
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
  set(${binaries} ${${binaries}} ${output}.mux PARENT_SCOPE)
endfunction()

# Adds the CTest entry NAME.translated, which also runs these tests of the program with the
# translated kernels.
function(mux_test_translated name program folder)
  if(MUX_TRANSLATE_KERNELS)
    add_test(NAME ${name}.translated COMMAND ${program} ${ARGN})
    set_tests_properties(${name}.translated PROPERTIES TIMEOUT 900
                         ENVIRONMENT MUX_TEST_TRANSLATED=${MUX_TRANSLATED_KERNELS}/${folder})
  endif()
endfunction()

if(MUX_TRANSLATE_KERNELS)
  add_test(NAME compiler.translated
           COMMAND ${PROJECT_SOURCE_DIR}/test/compiler/translated/check ${MUX_TRANSLATED_KERNELS})
  set_tests_properties(compiler.translated PROPERTIES LABELS fast TIMEOUT 60)
endif()
