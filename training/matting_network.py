"""The matting net: refines the mask of the selfie net with the photo itself.

The encoder is the MobileNetV2 of network.py, pre-trained on ImageNet. The decoder is a
depthwise U-Net that receives the mask at each size, so that the net starts as the mask and learns where it is wrong. The
result has a quarter of the size: matting finds the edges, the net decides what belongs to the person.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from network import DepthwiseSeparable, Encoder, _joined

# The mask, and how far the windows of the selfie net disagree.
PRIORS = 2


class MattingNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = Encoder()
        self.c5 = nn.Sequential(nn.Conv2d(320, 128, 1, bias=False), nn.BatchNorm2d(128), nn.ReLU())
        self.g = nn.Sequential(nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 128))
        self.d5 = DepthwiseSeparable(128 + PRIORS, 128, 5)
        self.d4 = DepthwiseSeparable(128 + 96 + PRIORS, 96, 5)
        self.d3 = nn.Sequential(DepthwiseSeparable(96 + 32 + PRIORS, 96, 5), DepthwiseSeparable(96, 64, 5))
        self.c3 = nn.Conv2d(64, 24, 1)
        self.d2 = nn.Sequential(DepthwiseSeparable(24 + 24 + 3 + PRIORS, 32, 3), DepthwiseSeparable(32, 24, 3))
        self.coarse = nn.Conv2d(64, 1, 1)
        self.fine = nn.Conv2d(24, 1, 1)
        self.trust = nn.Parameter(torch.tensor(2.0))
        nn.init.zeros_(self.fine.weight)
        nn.init.zeros_(self.fine.bias)

    def features(self, colours):
        """`colours`: n × 3 × h × w, 0–1. Returns the encoder's maps at a quarter of the size and smaller."""
        return self.enc(colours * 2 - 1)[1:]

    def decoded(self, picture, features):
        """Returns the logits of alpha at a quarter of the size, and those at an eighth, which only the training
        uses."""
        colours, prior = picture[:, :3] * 2 - 1, picture[:, 3:] * 2 - 1
        f4, f8, f16, f32 = features
        quarter = F.avg_pool2d(prior, 4)
        eighth = F.avg_pool2d(quarter, 2)
        sixteenth = F.avg_pool2d(eighth, 2)
        y = self.c5(f32)
        y = y + self.g(y.mean((2, 3)))[:, :, None, None]
        y = self.d5(torch.cat([y, F.avg_pool2d(sixteenth, 2)], 1))
        y = self.d4(torch.cat([_joined(y, f16), sixteenth], 1))
        y = self.d3(torch.cat([_joined(y, f8), eighth], 1))
        coarse = self.coarse(y) + self.trust * eighth[:, :1]
        seen = torch.cat([f4, F.avg_pool2d(colours, 4), quarter], 1)
        y = self.d2(_joined(self.c3(y), seen))
        return self.fine(y) + self.trust * quarter[:, :1], coarse

    def forward(self, picture):
        """`picture`: n × 5 × h × w: red, green, blue, mask, disagreement, 0–1; sides multiples of 32. Returns alpha at a
        quarter of the size."""
        return torch.sigmoid(self.decoded(picture, self.features(picture[:, :3]))[0])
