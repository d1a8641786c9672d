/**
 * How good and how fast the colouriser is, on a folder of colour photos of your own:
 * `node bench/colourise.ts <folder> [net.onnx]`. Each photo is made grey, coloured, and compared with
 * itself, at a shorter side of 256 px. Figures of different folders cannot be compared.
 */

import { resolve } from 'node:path';
import { scoreFolder, tellScores } from '../scripts/eval/colour-folder.ts';

const [folder, netFile] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/colourise.ts <folder of photos> [net.onnx]');
tellScores(await scoreFolder(folder, netFile === undefined ? null : resolve(netFile)));
