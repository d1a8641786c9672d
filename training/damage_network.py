"""The net that finds damage in a scanned print: a U-Net."""

import torch
import torch.nn as nn
import torch.nn.functional as functional

# Channels at a half, a quarter, an eighth, a sixteenth and a thirty-second of the width and height.
CHANNELS = (24, 48, 80, 112, 128)
BLOCKS = (1, 1, 2, 4, 5)


class Residual(nn.Module):
    def __init__(self, channels: int, dilation: int = 1):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=dilation, dilation=dilation, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x):
        return functional.relu(x + self.body(x))


def _down(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class DamageNet(nn.Module):
    """L (n × 1 × h × w, 0–100, h and w multiples of 32) → logits of damage, n × 1 × h × w."""

    def __init__(self, blocks: tuple[int, ...] = BLOCKS):
        super().__init__()
        first = CHANNELS[0]
        self.entry = nn.Sequential(nn.Conv2d(4, first, 3, padding=1, bias=False), nn.BatchNorm2d(first), nn.ReLU(inplace=True))
        self.downs = nn.ModuleList(_down(before, after) for before, after in zip(CHANNELS, CHANNELS[1:]))
        self.inner = nn.ModuleList(
            nn.Sequential(*(Residual(channels, 2 if level >= 3 and i % 2 else 1) for i in range(count)))
            for level, (channels, count) in enumerate(zip(CHANNELS, blocks))
        )
        self.ups = nn.ModuleList(nn.Conv2d(after, before, 1) for before, after in zip(CHANNELS, CHANNELS[1:]))
        self.outer = nn.ModuleList(Residual(channels) for channels in CHANNELS[:-1])
        self.exit = nn.Conv2d(first, 4, 3, padding=1)
        nn.init.zeros_(self.exit.weight)
        # At first the net finds little damage, which is nearly right for most pixels.
        nn.init.constant_(self.exit.bias, -2.0)

    def forward(self, lightness):
        x = self.entry(functional.pixel_unshuffle(lightness / 50 - 1, 2))
        kept = []
        for level, inner in enumerate(self.inner):
            x = inner(x if level == 0 else self.downs[level - 1](x))
            kept.append(x)
        for level in reversed(range(len(self.outer))):
            raised = functional.interpolate(self.ups[level](x), scale_factor=2, mode="nearest")
            x = self.outer[level](kept[level] + raised)
        return functional.pixel_shuffle(self.exit(x), 2)

    def load_fewer_blocks(self, weights: dict[str, torch.Tensor]) -> None:
        """Loads the weights of a net that may lack blocks. At first such a block does not change its input."""
        missing = self.load_state_dict(weights, strict=False).missing_keys
        lacking = {tuple(name.split(".")[:3]) for name in missing}
        for group, level, block in lacking:
            assert group == "inner", f"the weights lack {group}.{level}.{block}"
            nn.init.zeros_(self.inner[int(level)][int(block)].body[-1].weight)
