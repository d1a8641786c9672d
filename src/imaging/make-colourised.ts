/**
 * Colours a photo: decode → lightness → coarse colour from the net → colour carried onto every pixel →
 * encode. The picture keeps its size and its lightness; colour that it had before (sepia, a yellowed
 * print) is not looked at.
 */

import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { ColouriseTask, ImageOutcome } from '../usecases/ports/image-work.ts';
import { type ChromaLine, type ChromaLines, linesOf } from './colourise/chroma-lines.ts';
import { paintChroma } from './colourise/chroma-to-pixels.ts';
import { type ColourNet, openColourNet } from './colourise/colour-net.ts';
import { shrunkLightness } from './colourise/lab.ts';
import { type Margins, paperMargins, withMargins, withoutMargins } from './colourise/paper-border.ts';
import { jpegOptions, uprightSrgb } from './photo-file.ts';
import type { Plane, RgbBytes } from './plane.ts';

/** Uploads are bounded when they are normalised; this only guards against a file that was not. */
const pixelsMax = 100_000_000;

/**
 * Size at which colour edges are found. Twice the net's input: finer than what the net can tell, and a
 * hundredth of the pixels of a large photo.
 */
const guideShortSidePx = 512;
const guideLongSideMaxPx = 2048;

export interface ColouriseOptions {
  /** Absolute path of the operator's own net; null or absent: the one that comes with the service. */
  readonly netFile?: string | null;
}

/** Nets by file; a child works with one for its whole life. */
const openNets = new Map<string | null, Promise<ColourNet>>();

export async function makeColourised(
  task: ColouriseTask,
  onProgress: (fraction: number) => void,
  options: ColouriseOptions = {},
): Promise<ImageOutcome> {
  const net = await netOf(options.netFile ?? null);
  onProgress(0.1);
  const image = await decode(task.sourceFile);
  if (image === undefined) return { kind: 'refused', refusal: 'undecodable' };
  onProgress(0.25);
  await colourise(image, net, (share) => onProgress(0.25 + 0.55 * share));
  onProgress(0.8);
  await writeFile(task.targetFile, await encode(image));
  onProgress(1);
  const size = { widthPx: image.width, heightPx: image.height };
  return { kind: 'made', size, contentType: 'image/jpeg' };
}

/** Paints in place. */
export async function colourise(
  image: RgbBytes,
  net: ColourNet,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const guide = guideOf(image);
  const margins = paperMargins(guide);
  const inner = withoutMargins(guide, margins);
  const chroma = await net.guess(inner);
  onProgress(0.3);
  paintChroma(image, withPaper(linesOf(inner, chroma), margins), (row) => {
    if (row % 256 === 255) onProgress(0.3 + (0.7 * row) / image.height);
  });
}

/** Lines of the whole picture: no colour on the paper, whatever its lightness. */
function withPaper({ a, b, lowest, highest }: ChromaLines, margins: Margins): ChromaLines {
  const colourless = ({ slope, offset }: ChromaLine): ChromaLine => ({
    slope: withMargins(slope, margins, 0),
    offset: withMargins(offset, margins, 0),
  });
  return {
    a: colourless(a),
    b: colourless(b),
    lowest: withMargins(lowest, margins, 0),
    highest: withMargins(highest, margins, 100),
  };
}

/** The picture's L at the size at which colour edges are found. */
export function guideOf(image: RgbBytes): Plane {
  const { width, height } = image;
  const scale = Math.min(
    1,
    guideShortSidePx / Math.min(width, height),
    guideLongSideMaxPx / Math.max(width, height),
  );
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrunkLightness(image, sized(width), sized(height));
}

function netOf(netFile: string | null): Promise<ColourNet> {
  const opened = openNets.get(netFile) ?? openColourNet(netFile);
  openNets.set(netFile, opened);
  return opened;
}

/** Undefined if the picture cannot be decoded. Uploads come here normalised: upright, sRGB, opaque. */
async function decode(file: string): Promise<RgbBytes | undefined> {
  try {
    const { data, info } = await uprightSrgb(file, pixelsMax).raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    return undefined;
  }
}

async function encode({ width, height, data }: RgbBytes): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .jpeg(jpegOptions)
    .toBuffer();
}
