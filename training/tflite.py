"""Reads the weights of a TensorFlow Lite file, without TensorFlow.

It reads only what MobileNetV2 needs: the operations in order, and each tensor as floats (int8 values are dequantised).
The format: https://github.com/tensorflow/tensorflow/blob/master/tensorflow/lite/schema/schema.fbs
"""

import struct
from dataclasses import dataclass

import numpy as np

CONV_2D, DEPTHWISE_CONV_2D = 3, 4
DTYPES = {0: np.float32, 2: np.int32, 3: np.uint8, 4: np.int64, 9: np.int8}
QUANTISED = {2, 3, 9}


@dataclass(frozen=True)
class Operation:
    code: int
    inputs: list[int]
    outputs: list[int]


class _Tables:
    """A minimal reader of FlatBuffers: it finds a table's field with the table's vtable, and a vector with an offset."""

    def __init__(self, data: bytes):
        self.data = data

    def number(self, layout: str, at: int):
        return struct.unpack_from(layout, self.data, at)[0]

    def follow(self, at: int) -> int:
        return at + self.number("<I", at)

    def field(self, table: int, index: int) -> int:
        """The position of the field; 0 if the table does not have it."""
        vtable = table - self.number("<i", table)
        slot = 4 + 2 * index
        offset = self.number("<H", vtable + slot) if slot < self.number("<H", vtable) else 0
        return table + offset if offset else 0

    def tables(self, table: int, index: int) -> list[int]:
        at = self.field(table, index)
        if not at:
            return []
        vector = self.follow(at)
        return [self.follow(vector + 4 + 4 * k) for k in range(self.number("<I", vector))]

    def array(self, table: int, index: int, dtype) -> np.ndarray:
        at = self.field(table, index)
        if not at:
            return np.zeros(0, dtype)
        vector = self.follow(at)
        return np.frombuffer(self.data, dtype, self.number("<I", vector), vector + 4)


def convolutions(path: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Returns (weights, bias) of every convolution, in the order of the operations.

    Shapes: out × h × w × in; depthwise: 1 × h × w × channels.
    """
    operations, tensors = _read(path)
    wanted = [op for op in operations if op.code in (CONV_2D, DEPTHWISE_CONV_2D)]
    return [(tensors[op.inputs[1]], tensors[op.inputs[2]]) for op in wanted]


def _read(path: str) -> tuple[list[Operation], list[np.ndarray | None]]:
    with open(path, "rb") as file:
        tables = _Tables(file.read())
    model = tables.follow(0)
    codes = [_operator_code(tables, table) for table in tables.tables(model, 1)]
    graph = tables.tables(model, 2)[0]
    buffers = tables.tables(model, 4)
    tensors = [_tensor(tables, table, buffers) for table in tables.tables(graph, 0)]
    operations = []
    for table in tables.tables(graph, 3):
        at = tables.field(table, 0)
        code = codes[tables.number("<I", at) if at else 0]
        inputs, outputs = (tables.array(table, k, np.int32).tolist() for k in (1, 2))
        operations.append(Operation(code, inputs, outputs))
    return operations, tensors


def _operator_code(tables: _Tables, table: int) -> int:
    """Old files store the code in a byte, new files also in an int32. The larger of both values is the code."""
    old, new = tables.field(table, 0), tables.field(table, 3)
    return max(tables.data[old] if old else 0, tables.number("<i", new) if new else 0)


def _tensor(tables: _Tables, table: int, buffers: list[int]) -> np.ndarray | None:
    """The values of a constant tensor as floats; None for a tensor that the net computes."""
    at = tables.field(table, 2)
    raw = tables.array(buffers[tables.number("<I", at)], 0, np.uint8) if at else np.zeros(0)
    if len(raw) == 0:
        return None
    at = tables.field(table, 1)
    kind = tables.data[at] if at else 0
    values = np.frombuffer(raw.tobytes(), DTYPES[kind]).reshape(tables.array(table, 0, np.int32))
    at = tables.field(table, 4)
    if not at or kind not in QUANTISED:
        return values.astype(np.float32)
    quantisation = tables.follow(at)
    scale = tables.array(quantisation, 2, np.float32)
    zero = tables.array(quantisation, 3, np.int64)
    if len(scale) == 0:
        return values.astype(np.float32)
    if len(scale) > 1:
        axis = tables.field(quantisation, 6)
        shape = [1] * values.ndim
        shape[tables.number("<i", axis) if axis else 0] = -1
        scale, zero = scale.reshape(shape), zero.reshape(shape)
    return ((values.astype(np.float64) - zero) * scale).astype(np.float32)
