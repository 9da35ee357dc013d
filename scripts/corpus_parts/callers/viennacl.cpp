// Solves linear systems and multiplies matrices with ViennaCL, and prints the residuals.
#define CL_TARGET_OPENCL_VERSION 120
#define VIENNACL_WITH_OPENCL
#include <cstdio>
#include <map>
#include <vector>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

int main() {
  // The discrete Laplacian on a square.
  constexpr unsigned width = 128;
  std::vector<std::map<unsigned, float>> rows(width * width);
  for (unsigned i = 0; i < rows.size(); ++i) {
    rows[i][i] = 4.1f;
    if (i % width != 0)
      rows[i][i - 1] = -1;
    if (i % width != width - 1)
      rows[i][i + 1] = -1;
    if (i >= width)
      rows[i][i - width] = -1;
    if (i + width < rows.size())
      rows[i][i + width] = -1;
  }
  viennacl::compressed_matrix<float> equations(rows.size(), rows.size());
  viennacl::copy(rows, equations);
  viennacl::vector<float> right = viennacl::scalar_vector<float>(rows.size(), 1.0f);
  const viennacl::vector<float> solution =
      viennacl::linalg::solve(equations, right, viennacl::linalg::cg_tag(1e-5, 200));
  const viennacl::vector<float> rest = right - viennacl::linalg::prod(equations, solution);
  const float error = viennacl::linalg::norm_2(rest) / viennacl::linalg::norm_2(right);

  viennacl::matrix<float> one = viennacl::scalar_matrix<float>(384, 384, 0.5f);
  viennacl::matrix<float> other = viennacl::identity_matrix<float>(384);
  viennacl::matrix<float> product = viennacl::linalg::prod(one, other);
  product = viennacl::linalg::prod(product, viennacl::trans(one));
  const viennacl::vector<float> sums = viennacl::linalg::row_sum(product);
  std::printf("equations: %s\nproduct: %.4g\n", error < 1e-3f ? "right" : "failed",
              static_cast<float>(viennacl::linalg::norm_2(sums)));
}
