#pragma once

/// \file
/// C++17 over the C interface, header only: handles that free themselves, containers for lists, exceptions for statuses. Every function
/// throws gearbox::Error where the C function gives an error; thread-safety and lifetimes are those of the C functions.
/// docs/howto/use-from-cpp.md is a walk through it.

#include "gearbox/cpp/context.hpp"
#include "gearbox/cpp/error.hpp"
#include "gearbox/cpp/model.hpp"
#include "gearbox/cpp/package.hpp"
#include "gearbox/cpp/session.hpp"
#include "gearbox/cpp/tensor.hpp"
#include "gearbox/gearbox.h"
