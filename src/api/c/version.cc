#include "gearbox/export.h"

int gbx_abi_version(void) { return GBX_ABI_VERSION; }

const char* gbx_version(void) { return GBX_VERSION; }
