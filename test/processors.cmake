# Processors that tests have code generated for beside this one's own, and how an entry of CTest does so:
# it is skipped where the machine cannot run that code. Random kernels try every level; of the other tests
# those of x86-64-v3 always run, which differs most from a processor with long vectors and is what most
# people have, and those of x86-64-v2 in the long searches: they took a seventh of all tests' time.
set(MUX_TEST_ALL_PROCESSORS x86-64-v2 x86-64-v3 x86-64-v4)
set(MUX_TEST_PROCESSORS x86-64-v3)
set(MUX_LONG_TEST_PROCESSORS x86-64-v2)
function(mux_test_processor test cpu)
  # Whether the specification is covered does not hang on what is skipped. Catch2 breaks long lines,
  # so only the first words of the message are looked for.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT "MUX_CPU=${cpu};MUX_COMPUTE_UNITS=2;MUX_TEST_RECORD=/dev/null"
    SKIP_REGULAR_EXPRESSION "MUX_CPU asks for code"
    TIMEOUT 900)
endfunction()

# Entries NAME.CPU for these processors: a program and its arguments, which take about so many seconds.
function(mux_test_on_processors name seconds)
  foreach(cpu ${MUX_TEST_PROCESSORS})
    add_test(NAME ${name}.${cpu} COMMAND ${ARGN})
    mux_test_processor(${name}.${cpu} ${cpu})
    mux_test_takes(${seconds} ${name}.${cpu})
  endforeach()
  foreach(cpu ${MUX_LONG_TEST_PROCESSORS})
    add_test(NAME long.${name}.${cpu} CONFIGURATIONS long COMMAND ${ARGN})
    mux_test_processor(long.${name}.${cpu} ${cpu})
    set_tests_properties(long.${name}.${cpu} PROPERTIES LABELS long)
  endforeach()
endfunction()
