/**
 * Measures quality and speed of the colouriser on a folder of your own colour photos:
 * `node bench/colourise.ts <folder> [net.onnx]`. Each photo is made grey, colourised, and compared with the original, at
 * a shorter side of 256 px. Figures of different folders cannot be compared.
 */

import { resolve } from 'node:path';
import { printAims } from '../scripts/eval/colour-aims.ts';
import { printScores, scoreFolder } from '../scripts/eval/colour-folder.ts';
import { openColourNet } from '../src/imaging/nets/colour-net.ts';

const [folder, netFile] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/colourise.ts <folder of photos> [net.onnx]');
const rows = await scoreFolder(folder, await openColourNet(netFile === undefined ? null : resolve(netFile)));
printScores(rows);
printAims(rows);
