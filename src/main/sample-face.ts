/**
 * The photo on which the console previews the rule of a document: Eileen Collins, NASA, public domain
 * (bench/portrait/README.md), with the wall behind her extended on all sides.
 */

import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../imaging/sample-face.jpg', import.meta.url));

export function copySampleFace(targetFile: string): Promise<void> {
  return copyFile(file, targetFile);
}
