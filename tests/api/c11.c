/* Every header on its own, as C11, without warnings. */
#include "gearbox/compile.h"
#include "gearbox/context.h"
#include "gearbox/dataset.h"
#include "gearbox/export.h"
#include "gearbox/gearbox.h"
#include "gearbox/model.h"
#include "gearbox/status.h"
#include "gearbox/tensor.h"

int gbx_c11_test(void);

/* The initialisers of all structs; 0 where their sizes are right. */
int gbx_c11_test(void) {
  const gbx_compile_options compile = GBX_COMPILE_OPTIONS_INIT;
  const gbx_log log = GBX_LOG_INIT;
  const gbx_load_options load = GBX_LOAD_OPTIONS_INIT;
  const gbx_value_info value = GBX_VALUE_INFO_INIT;
  const gbx_symbol_info symbol = GBX_SYMBOL_INFO_INIT;
  const gbx_context_options context = GBX_CONTEXT_OPTIONS_INIT;
  const gbx_memory memory = GBX_MEMORY_INIT;
  return !(compile.struct_size == sizeof compile && log.struct_size == sizeof log && load.struct_size == sizeof load &&
           value.struct_size == sizeof value && symbol.struct_size == sizeof symbol && context.struct_size == sizeof context &&
           memory.struct_size == sizeof memory);
}
