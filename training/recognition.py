"""The judge of painted photos: a classifier of colour photos, the complete MobileNetV2 that the encoder started from.

For a picture with plausible colours, the classifier computes features and class probabilities similar to those of the
original photo.
"""

import numpy as np
import torch
import torch.nn as nn

import tflite
from network import Convolution, Encoder

# The blocks whose features are compared. Their maps have 1/16 and 1/32 of the picture's side length.
LOOKED_AT = (12, 16)


class Classifier(nn.Module):
    """A classifier that is not trained. `path`: the quantised TensorFlow Lite file of google-coral/test_data."""

    def __init__(self, path: str):
        super().__init__()
        self.enc = Encoder()
        self.enc.load_imagenet(path)
        self.last = Convolution(320, 1280, 1)
        self.names = nn.Linear(1280, 1001)
        last, names = tflite.convolutions(path)[-2:]
        self.last.c.weight.data = torch.from_numpy(np.ascontiguousarray(last[0].transpose(0, 3, 1, 2)))
        self.last.c.bias.data = torch.from_numpy(last[1].copy())
        self.names.weight.data = torch.from_numpy(names[0].reshape(1001, 1280).copy())
        self.names.bias.data = torch.from_numpy(names[1].copy())
        self.requires_grad_(False)
        self.eval()

    def forward(self, srgb):
        """`srgb`: n × 3 × h × w, 0–1. Returns the feature maps and the logits of ImageNet's 1001 classes."""
        x = self.enc.stem((srgb * 2 - 1).contiguous(memory_format=torch.channels_last))
        maps = []
        for k, block in enumerate(self.enc.b):
            x = block(x)
            if k in LOOKED_AT:
                maps.append(x)
        return maps, self.names(self.last(x).mean((2, 3)))
