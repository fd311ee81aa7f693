// Compiles a model of images and runs it at several sizes at once, a context for each thread. Usage: compile_and_run MODEL.onnx
#include <gearbox/gearbox.hpp>
#include <iostream>
#include <thread>

namespace {

/// The sizes of the picture's axes that the model leaves open become `size`.
std::vector<int64_t> extents(const gearbox::ValueInfo& input, int64_t size) {
  std::vector<int64_t> out = input.dims;
  for (int64_t& dim : out) dim = dim < 0 ? size : dim;
  return out;
}

/// What one thread does: a run with the picture all ones.
std::string run(const gearbox::Model& model, int64_t size) {
  gearbox::Dataset dataset(model);
  const gearbox::TensorView picture{GBX_F32, extents(model.inputs().front(), size)};
  const std::vector<float> pixels(picture.elements(), 1.F);
  dataset.input(0, gearbox::view(pixels.data(), picture.dims));

  gearbox::Context context(model);
  context.run(dataset);
  const gearbox::TensorView result = dataset.output(0);
  return std::to_string(size) + ": " + std::to_string(result.elements()) + " values, the first " + std::to_string(*result.as<float>());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: compile_and_run MODEL.onnx\n";
    return 2;
  }
  try {
    const gearbox::Model model(gearbox::Package::compile(argv[1]), gearbox::ThreadPool(2));
    std::cout << "takes " << model.inputs().front().type << ", gives " << model.outputs().front().type << "\n";
    std::vector<std::thread> threads;
    std::vector<std::string> lines(3);
    for (size_t i = 0; i < lines.size(); ++i) {
      threads.emplace_back([&, i] {
        try {
          lines[i] = run(model, static_cast<int64_t>(1 + i));
        } catch (const gearbox::Error& error) {
          lines[i] = error.what();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& line : lines) std::cout << line << "\n";
  } catch (const gearbox::Error& error) {
    std::cerr << "compile_and_run: " << error.what() << "\n";
    return 1;
  }
}
