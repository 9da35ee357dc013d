# Processors that tests have code generated for beside this one's own, and how an entry of CTest does so:
# it is skipped where the machine cannot run that code. Random kernels try every level; other tests, in
# which code for a certain processor is rarely wrong in a way of its own, the two that differ most from a
# processor that has long vectors.
set(MUX_TEST_ALL_PROCESSORS x86-64-v2 x86-64-v3 x86-64-v4)
set(MUX_TEST_PROCESSORS x86-64-v2 x86-64-v3)
function(mux_test_processor test cpu)
  # Whether the specification is covered does not hang on what is skipped. Catch2 breaks long lines,
  # so only the first words of the message are looked for.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT "MUX_CPU=${cpu};MUX_COMPUTE_UNITS=2;MUX_TEST_RECORD=/dev/null"
    SKIP_REGULAR_EXPRESSION "MUX_CPU asks for code"
    TIMEOUT 900)
endfunction()
