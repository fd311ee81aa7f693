#include "passes/canonicalise/drop_views.h"
#include "passes/canonicalise/fold_constants.h"
#include "passes/canonicalise/recognise_gelu.h"
#include "passes/canonicalise/recognise_hard_swish.h"
#include "passes/canonicalise/recognise_layer_norm.h"
#include "passes/canonicalise/reduce_parts.h"
#include "passes/canonicalise/separate_outputs.h"
#include "passes/canonicalise/share_equal_nodes.h"
#include "passes/canonicalise/simplify_shape_arithmetic.h"
#include "passes/fuse/fold_batch_norm.h"
#include "passes/fuse/fold_transposes.h"
#include "passes/fuse/fuse_attention.h"
#include "passes/fuse/fuse_epilogue.h"
#include "passes/fuse/fuse_gathers.h"
#include "passes/fuse/fuse_loops.h"
#include "passes/fuse/sample_products.h"
#include "passes/layout/block_channels.h"
#include "passes/pass.h"
#include "passes/select/select_linear.h"
#include "passes/select/select_recurrent.h"

namespace gearbox {

std::vector<Pass> pipeline(bool optimise) {
  std::vector<Pass> passes;
  if (optimise) {
    passes.push_back({"fold_constants", fold_constants});
    passes.push_back({"drop_views", drop_views});
    passes.push_back({"simplify_shape_arithmetic", simplify_shape_arithmetic});
    passes.push_back({"share_equal_nodes", share_equal_nodes});
    passes.push_back({"reduce_parts", reduce_parts});
    passes.push_back({"recognise_layer_norm", recognise_layer_norm});
    passes.push_back({"recognise_gelu", recognise_gelu});
    passes.push_back({"recognise_hard_swish", recognise_hard_swish});
    passes.push_back({"fuse_attention", fuse_attention});
    passes.push_back({"fuse_gathers", fuse_gathers});
    passes.push_back({"fold_transposes", fold_transposes});
    passes.push_back({"sample_products", sample_products});
    passes.push_back({"fold_batch_norm", fold_batch_norm});
    passes.push_back({"block_channels", block_channels});
    passes.push_back({"select_linear", select_linear});
    passes.push_back({"select_recurrent", select_recurrent});
    passes.push_back({"fuse_epilogue", fuse_epilogue});
    passes.push_back({"fuse_loops", fuse_loops});
  }
  passes.push_back({"separate_outputs", separate_outputs});
  return passes;
}

std::vector<Pass> specialised_pipeline(bool optimise) {
  if (!optimise) return pipeline(false);
  return {{"fold_constants", fold_constants},
          {"drop_views", drop_views},
          {"share_equal_nodes", share_equal_nodes},
          {"fuse_loops", fuse_loops},
          {"separate_outputs", separate_outputs}};
}

}  // namespace gearbox
