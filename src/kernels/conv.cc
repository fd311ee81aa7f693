#include "kernels/conv.h"

#include "kernels/conv_grouped.h"
#include "kernels/conv_task.h"
#include "kernels/layout.h"

namespace gearbox::kernels {
namespace conv_entry {

ConvTask plain_input_task(const ConvShape& shape) {
  ConvTask task = conv_blocked_task(shape);
  task.h = shape.h;
  task.w = shape.w;
  const bool dense = shape.w.dilation == 1;  // kernel columns lie side by side in the input
  task.outer = shape.in_channels;
  task.inner = task.inner_last = dense ? shape.w.kernel : 1;
  task.columns = dense ? 1 : shape.w.kernel;
  task.lanes = 1;
  task.in_plane_stride = shape.h.in * shape.w.in;
  task.in_image_stride = shape.in_channels * task.in_plane_stride;
  task.out_row_stride = shape.w.out * kBlock;
  return task;
}

void run(ConvTask task, const float* in, const float* weights, float* out, const Epilogue& epilogue, void* scratch, ThreadPool& pool) {
  task.in = in;
  task.weights = weights;
  task.out = out;
  run_conv_task(task, epilogue, scratch, pool);
}

}  // namespace conv_entry

void conv_blocked(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, void* scratch,
                  ThreadPool& pool) {
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) {
    return conv_grouped(shape, in, weights, out, epilogue, pool);
  }
  conv_entry::run(conv_blocked_task(shape), in, weights, out, epilogue, scratch, pool);
}

size_t conv_blocked_scratch_bytes(const ConvShape& shape, int threads) {
  if (!conv_groups_are_blocked(shape.in_channels, shape.out_channels, shape.groups)) return 0;
  return conv_task_scratch_bytes(plan_conv(conv_blocked_task(shape), threads), threads);
}

void conv_plain_input(const ConvShape& shape, const float* in, const float* weights, float* out, const Epilogue& epilogue, void* scratch,
                      ThreadPool& pool) {
  conv_entry::run(conv_entry::plain_input_task(shape), in, weights, out, epilogue, scratch, pool);
}

size_t conv_plain_input_scratch_bytes(const ConvShape& shape, int threads) {
  return conv_task_scratch_bytes(plan_conv(conv_entry::plain_input_task(shape), threads), threads);
}

}  // namespace gearbox::kernels
