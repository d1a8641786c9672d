"""The net: takes lightness and returns colour at a quarter of the size.

The encoder is a MobileNetV2 that was pre-trained on ImageNet. The decoder is a depthwise U-Net whose coarsest map
includes the mean of the whole picture. Three heads share the decoder:

- `classes`: the likelihood of each colour bin (see bins.py). This head prevents the decoder from converging to grey.
- `mean`: the mean of the likely colours, by regression. Its colours are weak where several colours are likely.
- `paint`: the colours that the service paints: as colourful as those of photos, with the smallest possible error (see losses.py).
"""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import tflite

# Expansion, channels, repeats and stride of each stage: table 2 of the MobileNetV2 paper (Sandler and others 2018).
STAGES = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
# The last block of each map size, from 1/2 to 1/32 of the picture's side length.
SKIPS = (0, 2, 5, 12, 16)
AB_SCALE = 50.0
# Parts that nets of earlier runs do not have; they start without any effect.
LATER_PARTS = ("paint.", "a3.", "a4.")


class Convolution(nn.Module):
    """A convolution that is padded as in TensorFlow; batch normalisation is part of the weights."""

    def __init__(self, inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1, active: bool = True):
        super().__init__()
        self.stride, self.active = stride, active
        self.c = nn.Conv2d(inputs, outputs, size, stride, 0 if stride == 2 else size // 2, groups=groups)

    def forward(self, x):
        x = self.c(F.pad(x, (0, 1, 0, 1)) if self.stride == 2 else x)
        return x.clamp(0, 6) if self.active else x


class InvertedResidual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int):
        super().__init__()
        hidden = inputs * expansion
        layers = [] if expansion == 1 else [Convolution(inputs, hidden, 1)]
        layers += [Convolution(hidden, hidden, 3, stride, hidden), Convolution(hidden, outputs, 1, active=False)]
        self.b = nn.Sequential(*layers)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.b(x) if self.residual else self.b(x)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = Convolution(3, 32, 3, 2)
        blocks, inputs = [], 32
        for expansion, outputs, repeats, stride in STAGES:
            for k in range(repeats):
                blocks.append(InvertedResidual(inputs, outputs, stride if k == 0 else 1, expansion))
                inputs = outputs
        self.b = nn.ModuleList(blocks)

    def load_imagenet(self, path: str) -> None:
        """Loads the quantised TensorFlow Lite file of google-coral/test_data."""
        layers = [m for m in self.modules() if isinstance(m, nn.Conv2d)]
        for layer, (weights, bias) in zip(layers, tflite.convolutions(path)):
            order = (3, 0, 1, 2) if layer.groups > 1 else (0, 3, 1, 2)
            weights = np.ascontiguousarray(weights.transpose(order))
            assert weights.shape == tuple(layer.weight.shape), (weights.shape, layer.weight.shape)
            layer.weight.data = torch.from_numpy(weights)
            layer.bias.data = torch.from_numpy(bias.copy())

    def forward(self, x):
        maps = []
        x = self.stem(x)
        for k, block in enumerate(self.b):
            x = block(x)
            if k in SKIPS:
                maps.append(x)
        return maps


class DepthwiseSeparable(nn.Module):
    def __init__(self, inputs: int, outputs: int, size: int):
        super().__init__()
        self.d = nn.Conv2d(inputs, inputs, size, 1, size // 2, groups=inputs, bias=False)
        self.b0 = nn.BatchNorm2d(inputs)
        self.p = nn.Conv2d(inputs, outputs, 1, bias=False)
        self.b = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.relu(self.b(self.p(self.b0(self.d(x)))))


class SelfAttention(nn.Module):
    """Self-attention: similar objects get similar colours even if they are far apart.

    Each cell attends to means of `pooled` × `pooled` cells, which bounds the cost of large pictures. The output starts
    as zero (`out` is zero), so that a net of an earlier run keeps what it has learnt.
    """

    def __init__(self, channels: int, pooled: int = 1, width: int = 64, heads: int = 2):
        super().__init__()
        self.pooled, self.width, self.heads = pooled, width, heads
        self.norm = nn.BatchNorm2d(channels)
        self.qkv = nn.Conv2d(channels, 3 * width, 1, bias=False)
        self.out = nn.Conv2d(width, channels, 1, bias=False)
        nn.init.zeros_(self.out.weight)

    def forward(self, x):
        n, _, h, w = x.shape
        query, key, value = self.qkv(self.norm(x)).split(self.width, 1)
        if self.pooled > 1:
            key, value = F.avg_pool2d(key, self.pooled), F.avg_pool2d(value, self.pooled)
        query, key, value = (part.reshape(n, self.heads, self.width // self.heads, -1) for part in (query, key, value))
        alike = (query.transpose(2, 3) @ key * (self.width // self.heads) ** -0.5).softmax(-1)
        seen = value @ alike.transpose(2, 3)
        return x + self.out(seen.reshape(n, self.width, h, w))


def _lateral(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs))


def _joined(coarse, fine):
    """Concatenates the coarse map, enlarged to the size of the fine one, and the fine map."""
    return torch.cat([F.interpolate(coarse, size=fine.shape[-2:], mode="bilinear", align_corners=False), fine], 1)


class ColourNet(nn.Module):
    """`centres`: n × 2, a and b of each bin."""

    def __init__(self, centres: np.ndarray):
        super().__init__()
        self.enc = Encoder()
        self.c5 = nn.Sequential(nn.Conv2d(320, 256, 1, bias=False), nn.BatchNorm2d(256), nn.ReLU())
        self.g = nn.Sequential(nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 256))
        self.l4, self.l3, self.l2 = _lateral(96, 128), _lateral(32, 64), _lateral(24, 48)
        self.d5 = DepthwiseSeparable(256, 256, 5)
        self.d4 = nn.Sequential(DepthwiseSeparable(256 + 128, 256, 5), DepthwiseSeparable(256, 192, 5))
        self.d3 = nn.Sequential(DepthwiseSeparable(192 + 64, 192, 5), DepthwiseSeparable(192, 128, 5))
        self.d2 = nn.Sequential(DepthwiseSeparable(128 + 48, 128, 5), DepthwiseSeparable(128, 128, 3))
        self.a4, self.a3 = SelfAttention(192), SelfAttention(128, pooled=2)
        self.cls = nn.Conv2d(128, len(centres), 1)
        self.reg = nn.Conv2d(128, 2, 1)
        self.paint = nn.Sequential(DepthwiseSeparable(128, 64, 5), nn.Conv2d(64, 2, 1))
        nn.init.zeros_(self.paint[1].weight)
        nn.init.zeros_(self.paint[1].bias)
        self.register_buffer("cent", torch.tensor(centres, dtype=torch.float32))

    def load_weights(self, state: dict) -> None:
        """Loads the weights of a net. Without a paint head among them, the paint head starts as the regression head;
        without attention among them, attention starts without any effect."""
        missing, unexpected = self.load_state_dict(
            {name: value for name, value in state.items() if not name.startswith("enc.last")}, strict=False
        )
        assert not unexpected and all(name.startswith(LATER_PARTS) for name in missing), (missing, unexpected)

    def freeze_first(self, blocks: int) -> None:
        """Excludes the first blocks from training: they already detect edges after the training on ImageNet, and their large maps take most of the time."""
        for module in [self.enc.stem, *self.enc.b[:blocks]]:
            for parameter in module.parameters():
                parameter.requires_grad = False

    def decoded(self, lightness):
        """`lightness`: n × 1 × h × w, 0–100, sides multiples of 32. Returns n × 128 × h/4 × w/4."""
        x = (lightness / 50.0 - 1.0).expand(-1, 3, -1, -1)
        _, f4, f8, f16, f32 = self.enc(x)
        y = self.c5(f32)
        y = self.d5(y + self.g(y.mean((2, 3)))[:, :, None, None])
        y = self.a4(self.d4(_joined(y, self.l4(f16))))
        y = self.a3(self.d3(_joined(y, self.l3(f8))))
        return self.d2(_joined(y, self.l2(f4)))

    def forward(self, lightness):
        """Returns the logits of the bins, a and b of the mean, and a and b to paint, in Lab units."""
        y = self.decoded(lightness)
        mean = self.reg(y)
        return self.cls(y), mean * AB_SCALE, (mean + self.paint(y)) * AB_SCALE
