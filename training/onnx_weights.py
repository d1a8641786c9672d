"""Reads the weights of a shipped net (`models/*.onnx`) back into its PyTorch net, so that a run can start from them.

The export folds each batch normalisation into the convolution before it. `unfolded` splits them again: the normalisation
gets the mean and the variance that its input has on given pictures, and a scale and a shift that undo them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
import torch.nn as nn

Net = TypeVar("Net", bound=nn.Module)

# Field numbers of ONNX's protocol buffers (onnx.proto3).
GRAPH, NODE, INITIALIZER = 7, 1, 5
NODE_INPUT, NODE_OPERATOR = 1, 4
TENSOR_DIMS, TENSOR_TYPE, TENSOR_NAME, TENSOR_RAW = 1, 2, 8, 9
# The types of tensors. `store_half.py` stores weights as float16, under their name and `.half`.
TYPES = {1: np.float32, 10: np.float16}


def fields(message: memoryview):
    """Yields the number and the value of each field: an integer, or the bytes of a string or a message."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        number, kind = divmod(varint(), 8)
        if kind == 0:
            yield number, varint()
            continue
        size = varint() if kind == 2 else {1: 8, 5: 4}[kind]
        yield number, message[at : at + size]
        at += size


def tensor(message: memoryview) -> tuple[str, torch.Tensor]:
    dims, name, raw, type_ = [], "", b"", np.float32
    for number, value in fields(message):
        if number == TENSOR_DIMS:
            # Dimensions are packed or one field each.
            dims += [value] if isinstance(value, int) else list(bytes(value))
        elif number == TENSOR_TYPE:
            if value not in TYPES:
                return "", torch.empty(0)
            type_ = TYPES[value]
        elif number == TENSOR_NAME:
            name = bytes(value).decode().removesuffix(".half")
        elif number == TENSOR_RAW:
            raw = value
    return name, torch.from_numpy(np.frombuffer(raw, type_).astype(np.float32)).reshape(dims)


@dataclass(frozen=True)
class Weights:
    """The weights of an ONNX file: all stored tensors by name, and the names of the inputs (after the first) of each
    convolution and of each batch normalisation that is not folded, in the order of the graph."""

    tensors: dict[str, torch.Tensor]
    convolutions: list[list[str]]
    norms: list[list[str]]


def weights_of(file: Path) -> Weights:
    [graph] = [value for number, value in fields(memoryview(file.read_bytes())) if number == GRAPH]
    weights = Weights({}, [], [])
    for number, value in fields(graph):
        if number == INITIALIZER:
            name, content = tensor(value)
            weights.tensors[name] = content
        elif number == NODE:
            parts = list(fields(value))
            inputs = [bytes(part).decode() for number, part in parts if number == NODE_INPUT][1:]
            if (NODE_OPERATOR, b"Conv") in parts:
                weights.convolutions.append(inputs)
            elif (NODE_OPERATOR, b"BatchNormalization") in parts:
                weights.norms.append(inputs)
    return weights


def called_in_order(net: nn.Module, kinds: tuple[type, ...], picture: torch.Tensor) -> list[nn.Module]:
    order = []
    hooks = [
        part.register_forward_hook(lambda part, *_: order.append(part)) for part in net.modules() if isinstance(part, kinds)
    ]
    with torch.no_grad():
        net(picture)
    for hook in hooks:
        hook.remove()
    return order


@torch.no_grad()
def unfolded(net: Net, file: Path, pictures: torch.Tensor, prefix: str = "") -> Net:
    """Loads the weights of an ONNX file into `net` and returns it.

    `pictures`: the net's input, n × 1 × h × w, on which the folded batch normalisations are measured. `prefix`: the
    name of the net within the module that was exported, with a dot.
    """
    net.eval()
    weights = weights_of(file)
    named = {name: weights.tensors.get(prefix + name) for name in net.state_dict()}
    net.load_state_dict({name: value for name, value in named.items() if value is not None}, strict=False)
    parts = called_in_order(net, (nn.Conv2d, nn.BatchNorm2d), pictures[:1])
    convolutions = iter(weights.convolutions)
    kept = {id(part) for name, part in net.named_modules() if named.get(f"{name}.running_var") is not None}
    norms = {}
    for part, after in zip(parts, [*parts[1:], None]):
        if not isinstance(part, nn.Conv2d):
            continue
        weight, *bias = (weights.tensors[name] for name in next(convolutions))
        part.weight.copy_(weight)
        if part.bias is not None:
            part.bias.copy_(bias[0])
        elif bias:
            assert isinstance(after, nn.BatchNorm2d) and id(after) not in kept
            norms[after] = bias[0]
            after.bias.copy_(bias[0])
            after.running_mean.zero_()
            after.running_var.fill_(1 - after.eps)
    assert next(convolutions, None) is None

    def measure(norm: nn.BatchNorm2d, inputs) -> None:
        variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.copy_(norms[norm] + mean)

    hooks = [norm.register_forward_pre_hook(measure) for norm in norms]
    net(pictures)
    for hook in hooks:
        hook.remove()
    return net
