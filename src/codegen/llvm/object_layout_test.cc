#include "codegen/llvm/object_layout.h"

#include <gtest/gtest.h>

#include <cstring>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace gearbox::native {
namespace {

/// The object file of a module given as text.
std::string object_of(const char* text) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  llvm::LLVMContext context;
  llvm::SMDiagnostic complaint;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, complaint, context);
  if (!module) return "";
  const char* triple = "x86_64-unknown-linux-gnu";
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "x86-64-v2", "", llvm::TargetOptions(), llvm::Reloc::PIC_, llvm::CodeModel::Small));
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> out;
  llvm::raw_svector_ostream stream(out);
  llvm::legacy::PassManager passes;
  machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile);
  passes.run(*module);
  return std::string(out.data(), out.size());
}

TEST(ObjectLayout, PlacesConstantsBehindTheCode) {
  const Result<ObjectLayout> layout =
      lay_out(object_of("define double @f(double %x) nounwind {\n"
                        "  %y = fmul double %x, 3.25\n"
                        "  ret double %y\n"
                        "}\n"));
  ASSERT_TRUE(layout.ok()) << layout.status().text();
  EXPECT_EQ(layout->functions.at("f"), 0u);
  // mulsd xmm0, [rip + distance]; ret
  ASSERT_GE(layout->bytes.size(), 72u);
  const auto byte = [&](size_t i) { return std::to_integer<unsigned>(layout->bytes[i]); };
  EXPECT_EQ(byte(0), 0xf2u);
  const uint64_t constant = 8 + byte(4) + (byte(5) << 8);
  double value = 0;
  ASSERT_LE(constant + sizeof(value), layout->bytes.size());
  std::memcpy(&value, layout->bytes.data() + constant, sizeof(value));
  EXPECT_EQ(value, 3.25);
}

TEST(ObjectLayout, RefusesCallsToOutside) {
  const Status status = lay_out(object_of("declare double @pow(double, double)\n"
                                          "define double @f(double %x) nounwind {\n"
                                          "  %y = call double @pow(double %x, double %x)\n"
                                          "  ret double %y\n"
                                          "}\n"))
                            .status();
  EXPECT_EQ(status.code(), Code::kInternal);
  EXPECT_NE(status.message().find("pow"), std::string::npos) << status.message();
}

TEST(ObjectLayout, RefusesWritableData) {
  const Status status = lay_out(object_of("@state = internal global i32 5\n"
                                          "define void @f() nounwind {\n"
                                          "  store volatile i32 1, ptr @state\n"
                                          "  ret void\n"
                                          "}\n"))
                            .status();
  EXPECT_EQ(status.code(), Code::kInternal);
}

TEST(ObjectLayout, RefusesAbsoluteAddresses) {
  const Status status = lay_out(object_of("@table = internal constant [1 x ptr] [ptr @f], section \".rodata.table\"\n"
                                          "define ptr @f() nounwind {\n"
                                          "  %p = load volatile ptr, ptr @table\n"
                                          "  ret ptr %p\n"
                                          "}\n"))
                            .status();
  EXPECT_EQ(status.code(), Code::kInternal);
}

TEST(ObjectLayout, RefusesWhatIsNoObject) {
  EXPECT_FALSE(lay_out("").ok());
  EXPECT_FALSE(lay_out(std::string(200, 'x')).ok());
}

}  // namespace
}  // namespace gearbox::native
