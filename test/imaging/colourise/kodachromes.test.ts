import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ColourScores, mean } from '../../../bench/colour-scores.ts';
import { scoreFolder } from '../../../scripts/eval/colour-folder.ts';
import { openColourNet } from '../../../src/imaging/nets/colour-net.ts';

/** Colour photos on Kodachrome film of 1939 to 1944; the README in the folder has their sources. */
const folder = join(import.meta.dirname, '..', '..', '..', 'bench', 'kodachromes');
/** The test uses every third photo, which is quick and enough to detect a worse net. */
const step = 3;

test('colour photos of 1939 to 1944 that are made grey and colourised get about as much chroma as they had, and little on neutral areas', async () => {
  const rows = await scoreFolder(folder, await openColourNet(null), step);
  const of = (which: 'truth' | 'grey' | 'ours', key: keyof ColourScores): number =>
    mean(rows.map(({ scores }) => scores[which][key]));
  assert.equal(rows.length, 20);
  // The colours of that film are pale and tinted: a good prediction is slightly nearer to them than grey is.
  const error = of('ours', 'abError') / of('grey', 'abError');
  assert.ok(error < 1, `ab error ${error.toFixed(2)} of grey's`);
  const onNeutral = of('ours', 'falseChroma');
  assert.ok(onNeutral < 6, `chroma ${onNeutral.toFixed(1)} on what is neutral`);
  const leftGrey = of('ours', 'leftGrey');
  assert.ok(leftGrey < 0.42, `${(100 * leftGrey).toFixed(0)} % of what is coloured left grey`);
  const colourful = of('ours', 'colourfulness') / of('truth', 'colourfulness');
  assert.ok(colourful > 0.9 && colourful < 1.8, `colourfulness ${colourful.toFixed(2)} of the truth's`);
});
