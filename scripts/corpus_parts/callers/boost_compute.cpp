// Calls algorithms of Boost.Compute, and compares the results with the standard library's.
#define CL_TARGET_OPENCL_VERSION 120
#include <algorithm>
#include <boost/compute.hpp>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

namespace compute = boost::compute;

int main() {
  compute::command_queue queue = compute::system::default_queue();
  std::mt19937 generator(1);
  std::vector<int> numbers(1 << 19);
  for (int &number : numbers) {
    number = static_cast<int>(generator() % 1000000);
  }
  compute::vector<int> values(numbers.begin(), numbers.end(), queue);
  bool right = true;

  int sum = 0;
  compute::reduce(values.begin(), values.end(), &sum, queue);
  right = right && sum == std::accumulate(numbers.begin(), numbers.end(), 0, [](int a, int b) {
                     return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
                   });
  compute::vector<int> sums(values.size(), queue.get_context());
  compute::inclusive_scan(values.begin(), values.end(), sums.begin(), queue);
  compute::vector<float> roots(values.size(), queue.get_context());
  compute::transform(values.begin(), values.end(), roots.begin(), compute::sqrt<float>(), queue);
  compute::count_if(values.begin(), values.end(), compute::lambda::_1 % 3 == 0, queue);
  compute::sort(values.begin(), values.end(), queue);
  compute::stable_sort(roots.begin(), roots.end(), compute::greater<float>(), queue);
  std::vector<int> sorted(numbers.size());
  compute::copy(values.begin(), values.end(), sorted.begin(), queue);
  std::sort(numbers.begin(), numbers.end());
  right = right && sorted == numbers;
  std::printf("%s\n", right ? "right" : "failed");
}
