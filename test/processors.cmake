# Processors that tests generate code for in addition to the host's. A CTest entry is skipped if the
# host cannot run the code. Random kernels use all levels. Of the other tests, those of x86-64-v3
# always run, because it differs most from processors with long vectors and is most widespread;
# those of x86-64-v2 are long searches: they took a seventh of all tests' time.
set(MUX_TEST_ALL_PROCESSORS x86-64-v2 x86-64-v3 x86-64-v4)
set(MUX_TEST_PROCESSORS x86-64-v3)
set(MUX_LONG_TEST_PROCESSORS x86-64-v2)
function(mux_test_processor test cpu)
  # Skipped tests must not count for the coverage of the specification. Catch2 breaks long lines, so
  # only the first words of the message are compared.
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT "MUX_CPU=${cpu};MUX_COMPUTE_UNITS=2;MUX_TEST_RECORD=/dev/null"
    SKIP_REGULAR_EXPRESSION "MUX_CPU asks for code"
    TIMEOUT 900)
endfunction()

# Adds CTest entries NAME.CPU for these processors: a program with arguments, and its approximate
# run time in seconds.
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
