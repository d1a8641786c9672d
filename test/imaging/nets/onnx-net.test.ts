import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type MediapipeNet, mediapipeNet, mediapipeNets } from '../../../src/imaging/nets/mediapipe-nets.ts';
import { openNet, runSingle } from '../../../src/imaging/nets/onnx-net.ts';

function path(file: string): string {
  return fileURLToPath(new URL(`../../../models/${file}`, import.meta.url));
}

it('openNet refuses a file whose digest is not the expected one', async () => {
  const file = path(mediapipeNets.selfieSegmentation.file);
  await assert.rejects(openNet(file, { sha256: '0'.repeat(64) }), /SHA-256 is 3d5ff30f/);
});

it('a net returns an output of its declared shape', async () => {
  const net = await openNet(path(mediapipeNets.selfieSegmentation.file));
  const output = await runSingle(net, { data: new Float32Array(256 * 256 * 3), shape: [1, 256, 256, 3] });
  assert.deepEqual(output.shape, [1, 256, 256, 1]);
  assert.ok(output.data.every((value) => value >= 0 && value <= 1));
  await net.release();
});

it('the file of every MediaPipe net has the digest that the code expects, and each net is opened only once', async () => {
  const names: MediapipeNet[] = [
    'selfieSegmentation',
    'faceDetection',
    'faceLandmark',
    'palmDetection',
    'handLandmark',
  ];
  assert.deepEqual(Object.keys(mediapipeNets).sort(), [...names].sort());
  for (const name of names) assert.equal(await mediapipeNet(name), await mediapipeNet(name));
});
