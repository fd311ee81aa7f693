"""Writes the ONNX models of this folder's tests: those that the textual form cannot say. usage: write_onnx.py FOLDER"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "hostile"))
from onnx_writer import model, node, value_info  # noqa: E402


def unnamed():
    """Two branches over inputs whose axes have no names."""
    def branch(x):
        return [node("Softmax", [x], [f"{x}_p"], axis=1), node("Transpose", [f"{x}_p"], [f"{x}_t"], perm=[1, 0]), node("Softmax", [f"{x}_t"], [f"{x}_out"], axis=1)]

    return model(branch("x") + branch("y"), [], [value_info("x", [None, None]), value_info("y", [None, None])],
                 [value_info("x_out", [None, None]), value_info("y_out", [None, None])])


def claims():
    """Outputs whose declared axes contradict the inputs', are named by a tool, or are a wrong number."""
    nodes = [node("Transpose", ["x"], ["t"], perm=[1, 0]), node("Relu", ["x"], ["r"]), node("Softmax", ["x"], ["s"], axis=1)]
    return model(nodes, [], [value_info("x", ["N", "C"])],
                 [value_info("t", ["N", "C"]), value_info("r", ["unk__7", "C"]), value_info("s", ["unk__7", "unk__8"])])


def honest():
    """An output axis with a name no input has, which contradicts nothing."""
    return model([node("Relu", ["x"], ["r"])], [], [value_info("x", ["N", "C"])], [value_info("r", ["unk__7", "C"])])


def main(folder):
    for make in (unnamed, claims, honest):
        (Path(folder) / f"{make.__name__}.onnx").write_bytes(make())


if __name__ == "__main__":
    main(sys.argv[1])
