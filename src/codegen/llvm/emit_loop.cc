#include "codegen/llvm/emit_loop.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>

#include "base/loop_args.h"
#include "codegen/llvm/emit_body.h"
#include "codegen/llvm/vector_builder.h"

namespace gearbox::native {
namespace loops {

using llvm::BasicBlock;
using llvm::PHINode;
using llvm::Value;

/// One input or output while its loop is being built.
struct Operand {
  int32_t value = 0;
  DType type = DType::kF32;
  LoopAccess access = LoopAccess::kDense;
  bool is_output = false;
  bool whole = false;  ///< rows are whole vectors

  Value* data = nullptr;  ///< from LoopArgs
  Value* row_stride = nullptr;
  Value* dense = nullptr;     ///< kFlagged: all ones where consecutive, else 0
  Value* copy = nullptr;      ///< one vector on the stack: the tail of a row
  Value* splat = nullptr;     ///< kFlagged: one vector on the stack: the row's element, repeated
  Value* row = nullptr;       ///< pointer to the current row
  Value* row_base = nullptr;  ///< what whole vectors are read from
  PHINode* base = nullptr;    ///< row_base, or the tail's copy moved back so that the same index works
  Value* scalar = nullptr;    ///< kScalar: the row's element in all lanes

  bool has_copy() const { return access != LoopAccess::kScalar && !whole; }
  uint64_t size() const { return dtype_size(type); }
};

/// What follows a row's whole vectors where a partial one may be left.
struct Tail {
  BasicBlock *copy_in, *ready, *left, *copy_out;
  Value *whole, *rest, *stop;
  std::vector<Value*> bases;
};

/// Builds this structure. The vector body exists once: the last, partial vector of a row goes through copies on the stack.
///
///   for each row:
///     [start, end) = [0, columns rounded down)
///   run:
///     for i in [start, end) by lanes: body
///     if a partial vector is left: copy its inputs; [start, end) = that vector; again from run; copy its outputs
///
/// Where the loop's columns are known to be whole vectors, what concerns the partial one is left out.
class LoopEmitter {
 public:
  LoopEmitter(llvm::Function& function, const LoopBody& body, const VectorTarget& target)
      : function_(function), body_(body), ir_(function.getContext()), v_(ir_, target), lanes_(target.lanes) {
    for (const int32_t id : body.inputs())
      operands_.push_back({.value = id, .type = body.values[id].type, .access = body.values[id].access});
    for (const int32_t id : body.outputs) operands_.push_back({.value = id, .type = body.values[id].type, .is_output = true});
    for (Operand& operand : operands_) operand.whole = is_whole();
  }

  Status run();

 private:
  bool is_whole() const { return std::min(body_.column_multiple, kLoopColumnBlock) % lanes_ == 0; }
  BasicBlock* block(const char* name) { return BasicBlock::Create(ir_.getContext(), name, &function_); }
  Value* i64(int64_t value) { return ir_.getInt64(static_cast<uint64_t>(value)); }
  Value* field(Value* base, size_t offset, llvm::Type* type) {
    return ir_.CreateLoad(type, ir_.CreateConstGEP1_64(ir_.getInt8Ty(), base, offset));
  }
  /// base + index elements of the operand, with the index held at 0 for a repeated element.
  Value* element(const Operand& operand, Value* base, Value* index) {
    if (operand.dense) index = ir_.CreateAnd(index, operand.dense);
    return ir_.CreateGEP(v_.memory_type(operand.type), base, index);
  }

  llvm::Constant* lane_numbers() {
    std::vector<uint32_t> numbers(lanes_);
    std::iota(numbers.begin(), numbers.end(), 0u);
    return llvm::ConstantDataVector::get(ir_.getContext(), numbers);
  }

  void load_arguments();
  void enter_tail(Tail& tail, BasicBlock* run);
  void leave_run(const Tail& tail, Value* stop, BasicBlock* row_end);
  void begin_row();
  Status vector_body();
  void copy_tail(bool outputs, Value* first, Value* count, BasicBlock* next);
  std::vector<Value*> tail_bases(Value* first);

  llvm::Function& function_;
  const LoopBody& body_;
  llvm::IRBuilder<> ir_;
  VectorBuilder v_;
  unsigned lanes_;
  std::vector<Operand> operands_;
  Value* columns_ = nullptr;
  Value* rows_ = nullptr;
  Value* index_ = nullptr;
};

void LoopEmitter::load_arguments() {
  Value* args = function_.getArg(0);
  columns_ = field(args, offsetof(LoopArgs, columns), ir_.getInt64Ty());
  rows_ = field(args, offsetof(LoopArgs, rows), ir_.getInt64Ty());
  Value* list = field(args, offsetof(LoopArgs, operands), ir_.getPtrTy());
  for (size_t i = 0; i < operands_.size(); ++i) {
    Operand& operand = operands_[i];
    const size_t at = i * sizeof(LoopOperand);
    operand.data = field(list, at + offsetof(LoopOperand, data), ir_.getPtrTy());
    operand.row_stride = field(list, at + offsetof(LoopOperand, row_stride), ir_.getInt64Ty());
    llvm::Type* memory = llvm::FixedVectorType::get(v_.memory_type(operand.type), lanes_);
    if (operand.access == LoopAccess::kFlagged) {
      Value* flag = field(list, at + offsetof(LoopOperand, dense), ir_.getInt64Ty());
      operand.dense = ir_.CreateSExt(ir_.CreateICmpNE(flag, i64(0)), ir_.getInt64Ty());
      operand.splat = ir_.CreateAlloca(memory);
    }
    if (!operand.has_copy()) continue;
    operand.copy = ir_.CreateAlloca(memory);
    if (!operand.is_output) ir_.CreateStore(llvm::Constant::getNullValue(memory), operand.copy);
  }
}

/// Reads what is constant along the row and chooses the bases of whole vectors.
void LoopEmitter::begin_row() {
  for (Operand& operand : operands_) {
    operand.row_base = operand.row;
    if (operand.access == LoopAccess::kDense) continue;
    Value* one = ir_.CreateAlignedLoad(v_.memory_type(operand.type), operand.row, llvm::Align(1));
    Value* all = ir_.CreateVectorSplat(lanes_, one);
    if (operand.access == LoopAccess::kFlagged) {
      ir_.CreateStore(all, operand.splat);
      operand.row_base = ir_.CreateSelect(ir_.CreateICmpNE(operand.dense, i64(0)), operand.row, operand.splat);
    } else {
      operand.scalar = operand.type == DType::kBool ? ir_.CreateICmpNE(all, v_.zero(all)) : all;
    }
  }
}

Status LoopEmitter::vector_body() {
  std::vector<Value*> values(body_.values.size());
  for (const Operand& operand : operands_) {
    if (operand.is_output) continue;
    values[operand.value] = operand.scalar ? operand.scalar : v_.load(operand.type, element(operand, operand.base, index_), llvm::Align(1));
  }
  GBX_RETURN_IF_ERROR(emit_body(v_, body_, values));
  for (const Operand& operand : operands_) {
    if (operand.is_output) v_.store(operand.type, values[operand.value], element(operand, operand.base, index_), llvm::Align(1));
  }
  return {};
}

/// Copies `count` elements from column `first` on, inputs to their copies or copies to the outputs: at once where the target
/// has masked accesses, else one element a turn.
void LoopEmitter::copy_tail(bool outputs, Value* first, Value* count, BasicBlock* next) {
  std::vector<const Operand*> single;
  for (const Operand& operand : operands_) {
    if (!operand.has_copy() || operand.is_output != outputs) continue;
    if (v_.target().masked_bytes == 0 || operand.size() < v_.target().masked_bytes) {
      single.push_back(&operand);
      continue;
    }
    auto* memory = llvm::FixedVectorType::get(v_.memory_type(operand.type), lanes_);
    Value* mask = ir_.CreateICmpULT(lane_numbers(), ir_.CreateVectorSplat(lanes_, ir_.CreateTrunc(count, ir_.getInt32Ty())));
    if (operand.dense) mask = ir_.CreateAnd(mask, ir_.CreateVectorSplat(lanes_, ir_.CreateTrunc(operand.dense, ir_.getInt1Ty())));
    Value* place = element(operand, operand.row, first);
    if (outputs) {
      ir_.CreateMaskedStore(ir_.CreateLoad(memory, operand.copy), place, llvm::Align(1), mask);
    } else {
      ir_.CreateStore(ir_.CreateMaskedLoad(memory, place, llvm::Align(1), mask, llvm::Constant::getNullValue(memory)), operand.copy);
    }
  }
  if (single.empty()) {
    ir_.CreateBr(next);
    return;
  }
  BasicBlock* from = ir_.GetInsertBlock();
  BasicBlock* turn = block(outputs ? "copy_out" : "copy_in");
  ir_.CreateBr(turn);
  ir_.SetInsertPoint(turn);
  PHINode* j = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  j->addIncoming(i64(0), from);
  Value* column = ir_.CreateAdd(first, j);
  for (const Operand* operand : single) {
    llvm::Type* type = v_.memory_type(operand->type);
    Value* copy = ir_.CreateGEP(type, operand->copy, j);
    Value* row = element(*operand, operand->row_base, column);
    ir_.CreateAlignedStore(ir_.CreateAlignedLoad(type, outputs ? copy : row, llvm::Align(1)), outputs ? row : copy, llvm::Align(1));
  }
  Value* following = ir_.CreateAdd(j, i64(1));
  j->addIncoming(following, turn);
  ir_.CreateCondBr(ir_.CreateICmpULT(following, count), turn, next);
}

std::vector<llvm::Value*> LoopEmitter::tail_bases(Value* first) {
  std::vector<Value*> bases;
  for (const Operand& operand : operands_) {
    if (!operand.has_copy()) {
      bases.push_back(nullptr);
      continue;
    }
    Value* moved = ir_.CreateGEP(v_.memory_type(operand.type), operand.copy, ir_.CreateNeg(first));
    bases.push_back(operand.splat ? ir_.CreateSelect(ir_.CreateICmpNE(operand.dense, i64(0)), moved, operand.splat) : moved);
  }
  return bases;
}

/// Fills the blocks that copy the partial vector's inputs.
void LoopEmitter::enter_tail(Tail& tail, BasicBlock* run) {
  ir_.SetInsertPoint(tail.copy_in);
  copy_tail(/*outputs=*/false, tail.whole, tail.rest, tail.ready);
  ir_.SetInsertPoint(tail.ready);
  tail.bases = tail_bases(tail.whole);
  tail.stop = ir_.CreateAdd(tail.whole, i64(lanes_));
  ir_.CreateBr(run);
}

/// Fills the blocks behind the vectors of [start, stop).
void LoopEmitter::leave_run(const Tail& tail, Value* stop, BasicBlock* row_end) {
  ir_.CreateCondBr(ir_.CreateICmpSGT(stop, tail.whole), tail.copy_out, tail.left);
  ir_.SetInsertPoint(tail.left);
  ir_.CreateCondBr(ir_.CreateICmpEQ(tail.rest, i64(0)), row_end, tail.copy_in);
  ir_.SetInsertPoint(tail.copy_out);
  copy_tail(/*outputs=*/true, tail.whole, tail.rest, row_end);
}

Status LoopEmitter::run() {
  BasicBlock* entry = block("entry");
  BasicBlock* row = block("row");
  BasicBlock* run = block("run");
  BasicBlock* body = block("body");
  BasicBlock* run_end = block("run_end");
  BasicBlock* row_end = block("row_end");
  BasicBlock* exit = block("exit");

  ir_.SetInsertPoint(entry);
  load_arguments();
  std::optional<Tail> tail;
  if (!is_whole()) {
    tail = Tail{block("tail"), block("tail_ready"), block("whole_end"), block("tail_end"), nullptr, nullptr, nullptr, {}};
    tail->whole = ir_.CreateAnd(columns_, i64(-static_cast<int64_t>(lanes_)));
    tail->rest = ir_.CreateSub(columns_, tail->whole);
  }
  Value* some = ir_.CreateAnd(ir_.CreateICmpSGT(rows_, i64(0)), ir_.CreateICmpSGT(columns_, i64(0)));
  ir_.CreateCondBr(some, row, exit);

  ir_.SetInsertPoint(row);
  PHINode* r = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  r->addIncoming(i64(0), entry);
  for (Operand& operand : operands_) {
    PHINode* pointer = ir_.CreatePHI(ir_.getPtrTy(), 2);
    pointer->addIncoming(operand.data, entry);
    operand.row = pointer;
  }
  begin_row();
  if (tail) {
    ir_.CreateCondBr(ir_.CreateICmpEQ(tail->whole, i64(0)), tail->copy_in, run);
    enter_tail(*tail, run);
  } else {
    ir_.CreateBr(run);
  }

  ir_.SetInsertPoint(run);
  PHINode* start = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  start->addIncoming(i64(0), row);
  PHINode* stop = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  stop->addIncoming(tail ? tail->whole : columns_, row);
  for (size_t i = 0; i < operands_.size(); ++i) {
    if (operands_[i].access == LoopAccess::kScalar) continue;
    operands_[i].base = ir_.CreatePHI(ir_.getPtrTy(), 2);
    operands_[i].base->addIncoming(operands_[i].row_base, row);
    if (tail) operands_[i].base->addIncoming(tail->bases[i], tail->ready);
  }
  if (tail) {
    start->addIncoming(tail->whole, tail->ready);
    stop->addIncoming(tail->stop, tail->ready);
  }
  ir_.CreateBr(body);

  ir_.SetInsertPoint(body);
  PHINode* index = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  index->addIncoming(start, run);
  index_ = index;
  GBX_RETURN_IF_ERROR(vector_body());
  Value* following = ir_.CreateAdd(index, i64(lanes_));
  index->addIncoming(following, ir_.GetInsertBlock());
  ir_.CreateCondBr(ir_.CreateICmpSLT(following, stop), body, run_end);

  ir_.SetInsertPoint(run_end);
  if (tail) {
    leave_run(*tail, stop, row_end);
  } else {
    ir_.CreateBr(row_end);
  }

  ir_.SetInsertPoint(row_end);
  Value* next_row = ir_.CreateAdd(r, i64(1));
  r->addIncoming(next_row, row_end);
  for (Operand& operand : operands_) {
    llvm::cast<PHINode>(operand.row)->addIncoming(ir_.CreateGEP(ir_.getInt8Ty(), operand.row, operand.row_stride), row_end);
  }
  ir_.CreateCondBr(ir_.CreateICmpSLT(next_row, rows_), row, exit);

  ir_.SetInsertPoint(exit);
  ir_.CreateRetVoid();
  return {};
}

/// Lanes fill two registers of the widest value, counting at most four bytes: two independent chains hide the latency of one. Where
/// functions follow one another the chain is longer than what the machine looks ahead, and it takes four.
unsigned choose_lanes(const LoopBody& body, unsigned vector_bytes) {
  size_t widest = 1;
  for (const LoopValue& value : body.values) widest = std::max(widest, dtype_size(value.type));
  const unsigned registers = has_long_chains(body) ? kRegistersOfLongChains : 2;
  return registers * vector_bytes / static_cast<unsigned>(std::min<size_t>(widest, 4));
}

}  // namespace loops

Status emit_loop(llvm::Module& module, const LoopBody& body, const std::string& name, VectorTarget target, unsigned vector_bytes) {
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::getUnqual(context)}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr("no-builtins");
  const std::string width = std::to_string(vector_bytes * 8);
  function->addFnAttr("prefer-vector-width", width);
  function->addFnAttr("min-legal-vector-width", width);
  target.lanes = loops::choose_lanes(body, vector_bytes);
  return loops::LoopEmitter(*function, body, target).run();
}

}  // namespace gearbox::native
