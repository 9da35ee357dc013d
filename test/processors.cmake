# Processors that tests have code generated for beside this one's own, and how an entry of CTest does so:
# it is skipped where the machine cannot run that code. The one most different from this processor is
# what counts as fast.
set(MUX_TEST_PROCESSORS x86-64-v2 x86-64-v3 x86-64-v4)
function(mux_test_processor test cpu)
  # Whether the specification is covered does not hang on what is skipped. Catch2 breaks long lines,
  # so only the first words of the message are looked for.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT "MUX_CPU=${cpu};MUX_COMPUTE_UNITS=2;MUX_TEST_RECORD=/dev/null"
    SKIP_REGULAR_EXPRESSION "MUX_CPU asks for code"
    TIMEOUT 900)
  if(cpu STREQUAL x86-64-v2)
    set_tests_properties(${test} PROPERTIES LABELS fast)
  endif()
endfunction()
