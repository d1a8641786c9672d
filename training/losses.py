"""The losses of the three heads.

The mean of the likely colours has the smallest error, but its colours are weak, and multiplying them by a factor paints blotches.
Therefore the `paint` head is trained for the figures by which a picture is judged: its error in sRGB as PSNR (per
picture, in decibels) and as CIEDE2000, a penalty for missing colourfulness (Hasler, Süsstrunk 2003), and a penalty for colour on areas that are neutral in the photo. A controller changes the weight of the first penalty (the price of colourfulness), so that pictures reach a given share of the photos' colourfulness. In this way the net learns where colour increases the error least. In addition, a classifier of colour photos should classify the painted picture as it classifies the photo (see recognition.py). Of several colours with the same error, the
net therefore prefers those that such objects usually have.
"""

from dataclasses import dataclass, fields

import torch
import torch.nn.functional as F

from bins import Bins
from recognition import Classifier

# Weights of the parts of the loss.
CLASSES, PAINT, DIFFERENCE, NEUTRAL, SEEN, CALLED = 0.4, 0.08, 0.1, 0.03, 0.6, 0.6
# A pixel with a lower chroma counts as neutral, as in bench/colour-scores.ts.
NEUTRAL_CHROMA = 6.0
# Added to the mean square error (0–255²), so that grey photos do not dominate a batch.
SQUARE_ERROR_FLOOR = 40.0
OUTPUT_SHRINKS = 4


@dataclass(frozen=True)
class Parts:
    """The losses and figures of a batch, all scalars. `colourfulness` is the mean of the painted pictures,
    `true_colourfulness` that of the photos.
    """

    classes: torch.Tensor
    mean: torch.Tensor
    psnr: torch.Tensor
    difference: torch.Tensor
    neutral: torch.Tensor
    seen: torch.Tensor
    called: torch.Tensor
    recognised: torch.Tensor
    colourfulness: torch.Tensor
    true_colourfulness: torch.Tensor

    def total(self, price: float) -> torch.Tensor:
        """`price`: the price of colourfulness, in decibels per unit."""
        painted = self.psnr + price * self.colourfulness
        verdict = SEEN * self.seen + CALLED * self.called
        error = DIFFERENCE * self.difference - PAINT * painted
        return self.mean + CLASSES * self.classes + error + NEUTRAL * self.neutral + verdict

    def figures(self) -> torch.Tensor:
        return torch.stack([getattr(self, name).detach() for name in FIGURE_NAMES])


FIGURE_NAMES = tuple(field.name for field in fields(Parts))


def losses(outputs, lab: torch.Tensor, bins: Bins, classifier: Classifier) -> Parts:
    """`outputs`: the outputs of the net; `lab`: the photos, n × 3 × h × w, four times as large as the outputs."""
    logits, mean, paint = (output.float() for output in outputs)
    lightness, ab = F.avg_pool2d(lab, OUTPUT_SHRINKS).split([1, 2], 1)
    index, share, weight = bins.encoded(ab)
    classes = -(F.log_softmax(logits, 1).gather(1, index) * share).sum(1)
    truth = to_srgb(lightness, ab)
    painted = to_srgb(lightness, paint)
    square_error = (painted - truth).pow(2).mean((1, 2, 3)) * 255**2
    chroma = paint.pow(2).sum(1).add(1e-4).sqrt()
    is_neutral = (ab.pow(2).sum(1) < NEUTRAL_CHROMA**2).float()
    seen, called, recognised = judged(paint, lab, classifier)
    return Parts(
        classes=(classes * weight).mean(),
        mean=F.smooth_l1_loss(mean / 10, ab / 10, beta=0.5),
        psnr=(10 * torch.log10(255**2 / (square_error + SQUARE_ERROR_FLOOR))).mean(),
        difference=ciede2000(paint, ab).mean(),
        neutral=(chroma * is_neutral).sum() / (is_neutral.sum() + 1),
        seen=seen,
        called=called,
        recognised=recognised,
        colourfulness=colourfulness(painted).mean(),
        true_colourfulness=colourfulness(truth).mean(),
    )


def judged(paint: torch.Tensor, lab: torch.Tensor, classifier: Classifier):
    """Compares the classifier's output for the painted pictures with its output for the photos.

    Returns the differences of the features and of the class probabilities, and the share of pictures whose likeliest
    class is the same.
    """
    enlarged = F.interpolate(paint, scale_factor=OUTPUT_SHRINKS, mode="bilinear", align_corners=False)
    maps, names = classifier(to_srgb(lab[:, :1], enlarged))
    with torch.no_grad():
        true_maps, true_names = classifier(to_srgb(lab[:, :1], lab[:, 1:]))
    differences = [(ours - true).pow(2).mean() / true.pow(2).mean() for ours, true in zip(maps, true_maps)]
    called = F.kl_div(names.log_softmax(1), true_names.log_softmax(1), log_target=True, reduction="batchmean")
    recognised = (names.argmax(1) == true_names.argmax(1)).float().mean()
    return sum(differences) / len(differences), called, recognised


def colourfulness(srgb: torch.Tensor) -> torch.Tensor:
    """Takes n × 3 × h × w, 0–1, and returns n values for the range 0–255."""
    red, green, blue = (srgb * 255).unbind(1)
    red_green, yellow_blue = red - green, (red + green) / 2 - blue
    variance = red_green.var((1, 2)) + yellow_blue.var((1, 2))
    mean = red_green.mean((1, 2)).pow(2) + yellow_blue.mean((1, 2)).pow(2)
    return (variance + 1e-3).sqrt() + 0.3 * (mean + 1e-3).sqrt()


def ciede2000(painted: torch.Tensor, true: torch.Tensor) -> torch.Tensor:
    """The colour difference CIEDE2000 (CIE 142-2001; Sharma, Wu, Dalal 2005) of colours with the same lightness.

    `painted`, `true`: a and b, n × 2 × h × w. Returns n × h × w. Small amounts under the roots keep the gradient finite for greys.
    """
    chroma = [_root(ab.pow(2).sum(1)) for ab in (painted, true)]
    seventh = ((chroma[0] + chroma[1]) / 2).pow(7)
    stretch = 1.5 - 0.5 * _root(seventh / (seventh + 25.0**7))
    a = [ab[:, 0] * stretch for ab in (painted, true)]
    b = [painted[:, 1], true[:, 1]]
    c = [_root(x * x + y * y) for x, y in zip(a, b)]
    mean_chroma, chroma_difference = (c[0] + c[1]) / 2, c[0] - c[1]
    # The difference of hue without angles: ΔH² = Δa² + Δb² − ΔC².
    hue_square = ((a[0] - a[1]).pow(2) + (b[0] - b[1]).pow(2) - chroma_difference.pow(2)).clamp_min(0)
    hue_difference = _root(hue_square) * torch.sign(a[1] * b[0] - a[0] * b[1]).detach()
    # The angle between both colours: that of the sum of their directions.
    with torch.no_grad():
        x, y = (v[0] / c[0] + v[1] / c[1] for v in (a, b))
        hue = torch.rad2deg(torch.atan2(y, x)) % 360
        cosine = lambda factor, shift: torch.cos(torch.deg2rad(factor * hue + shift))  # noqa: E731
        weight = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63)
        turn = torch.deg2rad(60 * torch.exp(-((hue - 275) / 25).pow(2)))
    seventh = mean_chroma.pow(7)
    rotation = -2 * _root(seventh / (seventh + 25.0**7)) * torch.sin(turn)
    of_chroma = chroma_difference / (1 + 0.045 * mean_chroma)
    of_hue = hue_difference / (1 + 0.015 * mean_chroma * weight)
    return _root((of_chroma.pow(2) + of_hue.pow(2) + rotation * of_chroma * of_hue).clamp_min(0))


def _root(x: torch.Tensor) -> torch.Tensor:
    return (x + 1e-3).sqrt()


def to_srgb(lightness: torch.Tensor, ab: torch.Tensor) -> torch.Tensor:
    """CIE Lab (D65) → sRGB 0–1, n × 3 × h × w. Colours outside sRGB are clipped softly."""
    y = (lightness + 16) / 116
    x, z = y + ab[:, :1] / 500, y - ab[:, 1:] / 200
    xyz = torch.cat([_cubed(x) * 0.95047, _cubed(y), _cubed(z) * 1.08883], 1)
    matrix = xyz.new_tensor(
        [[3.2404542, -1.5371385, -0.4985314], [-0.969266, 1.8760108, 0.041556], [0.0556434, -0.2040259, 1.0572252]]
    )
    linear = torch.einsum("oc,nchw->nohw", matrix, xyz)
    encoded = 1.055 * linear.clamp_min(0.0031308).pow(1 / 2.4) - 0.055
    srgb = torch.where(linear <= 0.0031308, linear * 12.92, encoded)
    # Outside the range the slope is a hundredth and not zero, so that a clipped colour still has a gradient.
    return srgb.clamp(0, 1) + 0.01 * (srgb - srgb.clamp(0, 1))


def _cubed(f: torch.Tensor) -> torch.Tensor:
    return torch.where(f > 6 / 29, f.pow(3), (f - 16 / 116) * (108 / 841))
