"""Stores the large weights of an ONNX net as float16, which halves the file. The service computes in float32.

    python3 store_half.py ../models/damage.onnx [MORE.onnx …]

Replaces the file and prints its SHA-256. Each weight gets a Cast to float32, which ONNX Runtime computes once, when the
net is opened. Debian: `apt-get install python3-onnx`.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Smaller weights are biases and constants, whose storing saves nothing.
VALUES_MIN = 1024


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    casts = []
    for stored in model.graph.initializer:
        if stored.data_type != TensorProto.FLOAT or np.prod(stored.dims) < VALUES_MIN:
            continue
        name = stored.name
        values = numpy_helper.to_array(stored).astype(np.float16)
        stored.CopyFrom(numpy_helper.from_array(values, f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    rest = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(casts + rest)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        content = halved(onnx.load(path)).SerializeToString()
        path.write_bytes(content)
        print(f"{hashlib.sha256(content).hexdigest()}  {path} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
