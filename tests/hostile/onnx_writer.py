"""Writes small ONNX models byte by byte, so that tests need no ONNX library. Only what the tests use: float and int64 tensors, ints attributes."""
import struct


def varint(value):
    out = bytearray()
    value &= (1 << 64) - 1
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, dims, values, dtype=1):
    raw = struct.pack(f"<{len(values)}{'f' if dtype == 1 else 'q'}", *values)
    return b"".join(number(1, d) for d in dims) + number(2, dtype) + block(8, name) + block(9, raw)


def value_info(name, dims, dtype=1):
    """A tensor; a dim is a number, a name, or None where the model says nothing of it."""
    shape = b"".join(block(1, b"" if d is None else block(2, d) if isinstance(d, str) else number(1, d)) for d in dims)
    return block(1, name) + block(2, block(1, number(1, dtype) + block(2, shape)))


def attribute(name, value):
    if isinstance(value, int):
        return block(1, name) + number(3, value) + number(20, 2)
    return block(1, name) + b"".join(number(8, v) for v in value) + number(20, 7)


def node(op, inputs, outputs, **attributes):
    parts = [block(1, i) for i in inputs] + [block(2, o) for o in outputs] + [block(3, f"{op}_{outputs[0]}"), block(4, op)]
    return b"".join(parts + [block(5, attribute(k, v)) for k, v in attributes.items()])


def model(nodes, initialisers, inputs, outputs, opset=14):
    graph = b"".join([block(1, n) for n in nodes] + [block(2, "damaged")] + [block(5, t) for t in initialisers]
                     + [block(11, i) for i in inputs] + [block(12, o) for o in outputs])
    return number(1, 8) + block(2, "gearbox tests") + block(7, graph) + block(8, number(2, opset))


def small_net():
    """Conv, Relu, pooling and Gemm over x[N,3,H,W], with a Reshape by an int64 initialiser."""
    weights = [((i * 37) % 19 - 9) / 20 for i in range(8 * 3 * 9)]
    dense = [((i * 13) % 23 - 11) / 20 for i in range(8 * 5)]
    nodes = [
        node("Conv", ["x", "w", "b"], ["c"], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1]),
        node("Relu", ["c"], ["r"]),
        node("GlobalAveragePool", ["r"], ["p"]),
        node("Reshape", ["p", "shape"], ["f"]),
        node("Gemm", ["f", "d"], ["y"]),
    ]
    initialisers = [tensor("w", [8, 3, 3, 3], weights), tensor("b", [8], [0.1] * 8), tensor("shape", [2], [0, 8], 7), tensor("d", [8, 5], dense)]
    return model(nodes, initialisers, [value_info("x", ["N", 3, "H", "W"])], [value_info("y", ["N", 5])])
