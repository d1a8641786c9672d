/** The guide and the hints of the camera, without a browser: where the head should be, and what the detector finds. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { netSources, readNetSource } from '../../models/import/sources.ts';
import { tfliteToOnnx } from '../../models/import/tflite-to-onnx.ts';
import { idPhotoSizeNames } from '../../src/domain/goods/id-photo.ts';
import { cameraNames } from '../../web/shop/camera/camera-names.ts';
import { type FaceHint, hintOf, noHint, seenSquare, steadied } from '../../web/shop/camera/face-hint.ts';
import { type FaceNet, inputSidePx, readFaceNet, runFaceNet } from '../../web/shop/camera/face-net.ts';
import { findFace } from '../../web/shop/camera/find-face.ts';
import {
  guideFromText,
  guideOf,
  guideToText,
  type HeadGuide,
  placeGuide,
} from '../../web/shop/camera/head-guide.ts';
import { lightOf } from '../../web/shop/camera/light-of.ts';
import { filmPicture, filmSize, type Pose } from './camera-film.ts';

const target = 'face-detection-short-range.f16';
const oneInch = guideOf({ kind: 'size', size: 'one_inch' });
const placed = placeGuide(oneInch, filmSize);
const inPlace: Pose = { ...placed.eyes, eyesToChin: placed.eyesToChin };

function near(actual: number, wanted: number, tolerance: number, name: string): void {
  assert.ok(Math.abs(actual - wanted) <= tolerance, `${name} is ${actual}, not ${wanted} ± ${tolerance}`);
}

describe('the position of the head in the camera', () => {
  it('for every size, the oval of the guide is inside the frame, and the frame inside the picture', () => {
    for (const size of idPhotoSizeNames) {
      for (const video of [filmSize, { width: 1080, height: 1920 }, { width: 1920, height: 1080 }]) {
        const { frame, oval } = placeGuide(guideOf({ kind: 'size', size }), video);
        const context = `${size} in ${video.width} × ${video.height}`;
        assert.ok(frame.left >= 0 && frame.top >= 0, context);
        assert.ok(frame.width <= video.width && frame.height <= video.height, context);
        assert.ok(oval.y - oval.height / 2 >= frame.top, context);
        assert.ok(oval.y + oval.height / 2 <= frame.top + frame.height, context);
      }
    }
  });

  it('the oval has the height of the head that the rule requires', () => {
    const { oval, frame } = placeGuide(guideOf({ kind: 'size', size: 'us_visa' }), filmSize);
    near(oval.height / frame.height, 0.58, 0.001, 'the head of the US visa');
    near(frame.width / frame.height, 1, 0.001, 'the square of the US visa');
  });

  it('for a document, head and eyes are in the middle of the ranges that its rule allows', () => {
    const rule = { width: 600, height: 600, width_mm: 51, height_mm: 51, above: null };
    const head = { min: 25, max: 35, unit: 'mm', measured: 'hair_to_chin' };
    const eyes = { min: 28, max: 35, unit: 'mm' };
    // The other fields of a document do not change the position of the head.
    const document = { ...rule, head, eyes_above_bottom: eyes } as never;
    const { eyes: placedEyes, frame, oval } = placeGuide(guideOf({ kind: 'document', document }), filmSize);
    near(oval.height / frame.height, 30 / 51, 0.001, 'the head');
    near((frame.top + frame.height - placedEyes.y) / frame.height, 31.5 / 51, 0.001, 'the eyes');
  });

  it('if a rule measures the head without hair, the oval is larger than for the same range measured with hair', () => {
    const rule = {
      width: 413,
      height: 531,
      width_mm: 35,
      height_mm: 45,
      above: null,
      eyes_above_bottom: null,
    };
    const of = (measured: string) => {
      const document = { ...rule, head: { min: 32, max: 36, unit: 'mm', measured } } as never;
      return guideOf({ kind: 'document', document }).headShare;
    };
    assert.ok(of('crown_to_chin') > of('hair_to_chin'));
  });

  it('a guide that was written into a link is read from it again, and other texts are refused', () => {
    const known = guideFromText(guideToText(oneInch));
    assert.ok(known !== null);
    near(known.aspect, oneInch.aspect, 0.001, 'the aspect');
    near(known.headShare, oneInch.headShare, 0.001, 'the head');
    for (const text of [
      '',
      'x',
      '9.999_0.500_0.100',
      '0.700_0.900_0.900',
      '0.700_0.600',
      '0.700_0.600_0.100_',
    ]) {
      assert.equal(guideFromText(text), null, text);
    }
  });
});

describe('the face detector of the page', () => {
  let net: FaceNet;
  before(async () => {
    const bytes = await readFile(new URL(`../../models/${target}`, import.meta.url));
    net = readFaceNet(Uint8Array.from(bytes).buffer);
  });

  async function sightOf(pose: Pose) {
    const { left, top, side } = seenSquare(filmSize);
    const pixels = await sharp(await filmPicture(pose))
      .extract({ left, top, width: side, height: side })
      .resize(inputSidePx, inputSidePx)
      .ensureAlpha()
      .raw()
      .toBuffer();
    const rgba = new Uint8ClampedArray(pixels);
    const face = findFace(net, rgba);
    return { face, light: lightOf(rgba, face) };
  }

  const hintFor = async (pose: Pose, guide: HeadGuide = oneInch) =>
    hintOf(await sightOf(pose), placeGuide(guide, filmSize), filmSize);

  it('computes the same values as the neural network from which its weights were imported', async () => {
    const source = netSources.find((each) => each.target === target);
    assert.ok(source !== undefined);
    const session = await InferenceSession.create(tfliteToOnnx(await readNetSource(source)));
    const input = Float32Array.from({ length: inputSidePx ** 2 * 3 }, (_, i) => Math.sin(i * 0.37));
    const shape = [1, inputSidePx, inputSidePx, 3];
    const wanted = await session.run({ input: new Tensor('float32', input, shape) });
    const made = runFaceNet(net, input);
    for (const [name, values] of [
      ['classificators', made.logits],
      ['regressors', made.boxes],
    ] as const) {
      const { data } = wanted[name] ?? {};
      assert.ok(data instanceof Float32Array && data.length === values.length, name);
      // The two programs add numbers in another order, so their rounding errors differ by up to this amount.
      for (const [index, value] of data.entries())
        near(values[index] ?? NaN, value, 0.01, `${name} ${index}`);
    }
  });

  it('refuses a file of weights of another length', () => {
    assert.throws(() => readFaceNet(new ArrayBuffer(1_000)), RangeError);
    assert.throws(() => readFaceNet(new ArrayBuffer(300_000)), /300000 bytes/);
  });

  it('finds the eyes to within a tenth of the distance from the eyes to the chin', async () => {
    const { face } = await sightOf(inPlace);
    assert.ok(face !== null);
    const { left, top, side } = seenSquare(filmSize);
    near(left + ((face.rightEye.x + face.leftEye.x) / 2) * side, inPlace.x, inPlace.eyesToChin / 10, 'x');
    near(top + ((face.rightEye.y + face.leftEye.y) / 2) * side, inPlace.y, inPlace.eyesToChin / 10, 'y');
  });

  const wanted: readonly (readonly [FaceHint, Pose])[] = [
    ['ready', inPlace],
    ['closer', { ...inPlace, eyesToChin: inPlace.eyesToChin * 0.6 }],
    ['back', { ...inPlace, eyesToChin: inPlace.eyesToChin * 1.5 }],
    ['middle', { ...inPlace, x: inPlace.x - inPlace.eyesToChin }],
    ['middle', { ...inPlace, y: inPlace.y + 0.7 * inPlace.eyesToChin }],
    ['straight', { ...inPlace, rollDegrees: 25 }],
    ['light', { ...inPlace, light: 0.2 }],
    ['noFace', { ...inPlace, x: 0 }],
  ];
  for (const [hint, pose] of wanted) {
    it(`gives the hint “${hint}” for the pose ${JSON.stringify(pose)}`, async () => {
      assert.equal(await hintFor(pose), hint);
    });
  }

  it('gives the hint to step back if a rule requires a smaller head', async () => {
    const smaller = { ...oneInch, headShare: oneInch.headShare * 0.6 };
    const guide = placeGuide(smaller, filmSize);
    assert.equal(await hintFor({ ...guide.eyes, eyesToChin: inPlace.eyesToChin }, smaller), 'back');
  });
});

describe('the hint that is shown', () => {
  it('changes only after two consecutive pictures give the same new hint', () => {
    let hint = noHint;
    const shown = (['closer', 'closer', 'ready', 'closer', 'ready', 'ready'] as const).map((found) => {
      hint = steadied(hint, found);
      return hint.shown;
    });
    assert.deepEqual(shown, [null, 'closer', 'closer', 'closer', 'closer', 'ready']);
  });
});

describe('the names of cameras', () => {
  const names = { front: 'Front', back: 'Back', numbered: (number: number) => `Camera ${number}` };

  it('are readable also for the labels of phones, and all different', () => {
    const labels = [
      'camera2 1, facing front',
      'camera2 0, facing back',
      'camera2 2, facing back',
      'Logitech',
      '',
    ];
    assert.deepEqual(cameraNames(labels, names), ['Front', 'Back', 'Back 2', 'Logitech', 'Camera 5']);
  });
});
