/**
 * Enlarges a picture to twice its width and height. The net interpolates each colour (Lanczos) and adds a correction
 * that it finds in the luma: sharper edges, weaker fine grain and weaker traces of JPEG blocks. The net was trained for
 * this service (`training/`).
 */

import { fileURLToPath } from 'node:url';
import type { RgbBytes } from '../pixels/plane.ts';
import { type Net, openNet, runSingle } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

const file = fileURLToPath(new URL('../../../models/enlarge.onnx', import.meta.url));
const sha256 = '39d2a8805b93a9ff68718a648d70c619337ab4bbf1b3e7d97ed45e1bf310420e';

/** The net needs this many more pixels on each side of the part that it enlarges. */
const marginPx = 8;
/** Side of a tile. Larger tiles are not faster, and with 512 px the peak of memory is 40 MiB higher. */
const tilePx = 256;

/** A part of the picture, in its own pixels. */
interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const enlargeNet = openedOnce((path: string) => openNet(path, { sha256 }));

/**
 * Does not change the picture that it receives. Apart from rounding errors the result does not depend on the tiles,
 * because the net pads nothing.
 * @param onProgress receives the share of the work that is done.
 */
export async function enlargeTwice(
  image: RgbBytes,
  onProgress: (share: number) => void = () => undefined,
): Promise<RgbBytes> {
  return enlargeInTiles(image, tilePx, onProgress);
}

/** Like `enlargeTwice`, with tiles of another size, so that a test can compare tiles with the whole picture. */
export async function enlargeInTiles(
  image: RgbBytes,
  sidePx: number,
  onProgress: (share: number) => void = () => undefined,
): Promise<RgbBytes> {
  const { width, height } = image;
  const net = await enlargeNet(file);
  const data = new Uint8Array(4 * image.data.length);
  for (let top = 0; top < height; top += sidePx) {
    for (let left = 0; left < width; left += sidePx) {
      const tile = {
        left,
        top,
        width: Math.min(sidePx, width - left),
        height: Math.min(sidePx, height - top),
      };
      await enlargeTile(net, image, tile, data);
      onProgress((top * width + tile.height * (left + tile.width)) / (width * height));
    }
  }
  return { width: 2 * width, height: 2 * height, data };
}

async function enlargeTile(net: Net, image: RgbBytes, tile: Tile, target: Uint8Array): Promise<void> {
  const shape = [1, 3, tile.height + 2 * marginPx, tile.width + 2 * marginPx];
  const { data } = await runSingle(net, { data: planesAround(image, tile), shape });
  const [width, height] = [2 * tile.width, 2 * tile.height];
  // A clamped array rounds to the nearest byte and limits to 0–255.
  const bytes = new Uint8ClampedArray(target.buffer);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < height; y++) {
      let from = (channel * height + y) * width;
      let to = 3 * ((2 * tile.top + y) * 2 * image.width + 2 * tile.left) + channel;
      for (const end = from + width; from < end; from++, to += 3) bytes[to] = data[from] ?? 0;
    }
  }
}

/** The tile and the margin around it, one plane for each colour. Beyond the picture, its edge is repeated. */
function planesAround(image: RgbBytes, tile: Tile): Float32Array {
  const [width, height] = [tile.width + 2 * marginPx, tile.height + 2 * marginPx];
  const planes = new Float32Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.min(image.height - 1, Math.max(0, tile.top - marginPx + y)) * image.width;
    for (let x = 0; x < width; x++) {
      const from = 3 * (row + Math.min(image.width - 1, Math.max(0, tile.left - marginPx + x)));
      for (let channel = 0, to = y * width + x; channel < 3; channel++, to += width * height) {
        planes[to] = image.data[from + channel] ?? 0;
      }
    }
  }
  return planes;
}
