#pragma once

#include "passes/pass.h"

namespace gearbox {

/// RNN, GRU and LSTM with constant f32 weights become Recurrent with the weights packed once, when the model is compiled. An initial
/// state that is zeros of the state's own extents is left out. Layers with layout=1 stay as they are.
Result<int> select_recurrent(Graph& graph, const PassContext& context);

}  // namespace gearbox
