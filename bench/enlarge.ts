/**
 * Enlarges a photo twice to twice its size, in a process of its own: `enlarge.ts SOURCE WIDTH HEIGHT`; the photo is
 * first scaled to WIDTH × HEIGHT. Prints JSON: the megapixels of the input, the processor seconds of both runs, and the
 * peak of memory above the memory before, without the enlarged picture.
 */

import sharp from 'sharp';
import { enlargeTwice } from '../src/imaging/nets/enlarge-net.ts';

const [source = '', width, height] = process.argv.slice(2);
const { data, info } = await sharp(source)
  .removeAlpha()
  .resize(Number(width), Number(height), { fit: 'fill' })
  .raw()
  .toBuffer({ resolveWithObject: true });
const image = { width: info.width, height: info.height, data: new Uint8Array(data) };
// `maxRSS` is in KiB on every platform.
const peakMib = (): number => process.resourceUsage().maxRSS / 1024;
const before = peakMib();
let enlargedMib = 0;

async function processorSeconds(): Promise<number> {
  const start = process.cpuUsage();
  enlargedMib = (await enlargeTwice(image)).data.length / 2 ** 20;
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const first = await processorSeconds();
const aboveMib = peakMib() - before - enlargedMib;
const second = await processorSeconds();
console.log(JSON.stringify({ megapixels: (image.width * image.height) / 1e6, first, second, aboveMib }));
