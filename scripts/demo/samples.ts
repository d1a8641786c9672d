/**
 * The photos of the demo, both in the public domain: a portrait of a man in a shirt, and a Kodachrome of the Library of
 * Congress (FSA/OWI) converted to grey. The READMEs of their folders name the sources.
 */

import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

export interface Sample {
  readonly name: string;
  readonly jpeg: Buffer;
}

const portraitFile = inBench('portrait/man-in-a-shirt.jpg');
const oldPhotoFile = inBench('kodachromes/2017878259.jpg');
/** The width to which the small committed files are enlarged, which is about that of a customer's photo. */
const widthPx = 1024;

export async function makeSamples(): Promise<{ portrait: Sample; oldPhoto: Sample }> {
  const portrait = await sharp(portraitFile).resize(widthPx).jpeg({ quality: 92 }).toBuffer();
  const oldPhoto = await sharp(oldPhotoFile).greyscale().resize(widthPx).jpeg({ quality: 92 }).toBuffer();
  return {
    portrait: { name: 'portrait.jpg', jpeg: portrait },
    oldPhoto: { name: 'old-photo.jpg', jpeg: oldPhoto },
  };
}

function inBench(name: string): string {
  return fileURLToPath(new URL(`../../bench/${name}`, import.meta.url));
}
