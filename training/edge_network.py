"""The edge net: corrects the alpha of the closed-form matting.

A U-Net that works at half of the picture's size and below. It sees the picture, the alpha and the mask, and returns what
is to be added to the alpha; it starts as zero. Closed-form matting follows single hairs, but takes pieces of the wall
near the hair for hair; the net removes these, and gives back hair that was lost.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

CHANNELS = (24, 40, 64, 96)


def block(inner: int, outer: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inner, outer, 3, 1, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())


def wide(channels: int) -> nn.Sequential:
    """A large neighbourhood at the smallest size, for few weights."""
    return nn.Sequential(
        nn.Conv2d(channels, channels, 5, 1, 2, groups=channels, bias=False), nn.BatchNorm2d(channels),
        nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(),
    )


class EdgeNet(nn.Module):
    def __init__(self):
        super().__init__()
        a, b, c, d = CHANNELS
        self.e1 = nn.Sequential(block(20, a), block(a, a))
        self.e2 = nn.Sequential(block(a, b), block(b, b))
        self.e3 = nn.Sequential(block(b, c), block(c, c))
        self.e4 = nn.Sequential(block(c, d), wide(d), wide(d), wide(d))
        self.d3 = nn.Sequential(nn.Conv2d(d, c, 1, bias=False), nn.BatchNorm2d(c), nn.ReLU())
        self.f3 = block(2 * c, c)
        self.d2 = nn.Sequential(nn.Conv2d(c, b, 1, bias=False), nn.BatchNorm2d(b), nn.ReLU())
        self.f2 = nn.Sequential(block(2 * b, b))
        self.d1 = nn.Sequential(nn.Conv2d(b, a, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU())
        self.f1 = nn.Sequential(block(2 * a, a), block(a, a))
        self.out = nn.Conv2d(a, 4, 3, 1, 1)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def correction(self, x):
        """`x`: the squares of 2 × 2 pixels as channels, n × 20 × h × w. Returns what is to be added to their alpha,
        n × 4 × h × w."""
        s1 = self.e1(x)
        s2 = self.e2(F.max_pool2d(s1, 2))
        s3 = self.e3(F.max_pool2d(s2, 2))
        y = self.e4(F.max_pool2d(s3, 2))
        y = self.f3(torch.cat([enlarged(self.d3(y)), s3], 1))
        y = self.f2(torch.cat([enlarged(self.d2(y)), s2], 1))
        y = self.f1(torch.cat([enlarged(self.d1(y)), s1], 1))
        return self.out(y)

    def corrected(self, picture):
        """Alpha plus the correction, not limited to 0–1."""
        x = F.pixel_unshuffle(torch.cat([picture[:, :3] * 2 - 1, picture[:, 3:]], 1), 2)
        return picture[:, 3:4] + F.pixel_shuffle(self.correction(x), 2)

    def forward(self, picture):
        """`picture`: n × 5 × h × w: red, green, blue, alpha, mask, 0–1; sides multiples of 16. Returns alpha,
        n × 1 × h × w."""
        return self.corrected(picture).clamp(0, 1)


def enlarged(maps):
    return F.interpolate(maps, scale_factor=2, mode="bilinear", align_corners=False)
