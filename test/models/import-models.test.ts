/** The committed neural networks of MediaPipe equal their import, and their model cards name what was imported. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { dequantised } from '../../models/import/graph-context.ts';
import { importNet, netSources } from '../../models/import/sources.ts';
import { mediapipeNets } from '../../src/imaging/nets/mediapipe-nets.ts';

describe('the committed neural networks of MediaPipe', () => {
  for (const source of netSources) {
    it(`${source.target} equals the import of its package, byte for byte`, async () => {
      const made = await importNet(source);
      const committed = await readFile(new URL(`../../models/${source.target}`, import.meta.url));
      assert.ok(committed.equals(made), 'run `npm run models:import` and update the digests');
    });

    it(`the card of ${source.target} names its package, version and digests`, async () => {
      const card = await readFile(
        new URL(`../../models/${source.target.replace(/\.\w+$/, '.md')}`, import.meta.url),
        'utf8',
      );
      const manifest = await readFile(
        new URL(`../../node_modules/${source.package}/package.json`, import.meta.url),
        'utf8',
      );
      const version = /"version": "([^"]+)"/.exec(manifest)?.[1];
      assert.ok(version !== undefined && card.includes(`\`${source.package}\` ${version}`));
      assert.ok(card.includes(source.sha256));
      const digest =
        source.runsIn === 'service'
          ? Object.values(mediapipeNets).find(({ file }) => file === source.target)?.sha256
          : createHash('sha256')
              .update(await importNet(source))
              .digest('hex');
      assert.ok(
        digest !== undefined && card.includes(digest),
        'the card lacks the digest of the committed net',
      );
    });
  }
});

describe('quantised constants', () => {
  it('become floats by the scale and zero point of the tensor', () => {
    const quantisation = { scales: Float32Array.of(0.5), zeroPoints: [128], axis: 0 };
    assert.deepEqual([...dequantised(Uint8Array.of(0, 128, 255), [3], quantisation)], [-64, 0, 63.5]);
  });

  it('become floats by the scale of their index along the axis', () => {
    const quantisation = { scales: Float32Array.of(1, 0.25), zeroPoints: [0, 0], axis: 1 };
    assert.deepEqual([...dequantised(Int8Array.of(4, 4, -8, -8), [2, 2], quantisation)], [4, 1, -8, -2]);
  });
});
