#include "catch_session.h"

int main(int argc, char **argv) {
  return mux::test::run_catch(argc, argv);
}
