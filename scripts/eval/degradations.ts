/**
 * One synthetic degradation for each measure of `src/imaging/measures/`: it makes one property of a photo worse, step
 * by step, so that the measure must change in one direction at each step. The tests and `npm run eval -- measures` use
 * the same degradations.
 */

import { backgroundUniformity } from '../../src/imaging/measures/background-uniformity.ts';
import { compression } from '../../src/imaging/measures/compression.ts';
import { dynamicRange } from '../../src/imaging/measures/dynamic-range.ts';
import { mouthWidth } from '../../src/imaging/measures/expression.ts';
import { eyesOpen } from '../../src/imaging/measures/eyes-open.ts';
import { eyesVisible } from '../../src/imaging/measures/eyes-visible.ts';
import type { FaceView } from '../../src/imaging/measures/face-view.ts';
import { pitch, roll, yaw } from '../../src/imaging/measures/head-pose.ts';
import { headPlace } from '../../src/imaging/measures/head-size.ts';
import { illuminationUniformity } from '../../src/imaging/measures/illumination-uniformity.ts';
import { interEyeDistance } from '../../src/imaging/measures/inter-eye-distance.ts';
import { luminanceMean } from '../../src/imaging/measures/luminance-mean.ts';
import { luminanceVariance } from '../../src/imaging/measures/luminance-variance.ts';
import { mouthOpening } from '../../src/imaging/measures/mouth-closed.ts';
import { naturalColour } from '../../src/imaging/measures/natural-colour.ts';
import { overExposure } from '../../src/imaging/measures/over-exposure.ts';
import { sharpness } from '../../src/imaging/measures/sharpness.ts';
import { secondFace } from '../../src/imaging/measures/single-face.ts';
import { underExposure } from '../../src/imaging/measures/under-exposure.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

import {
  coveredEyes,
  framed,
  loweredLids,
  mapped,
  noise,
  openMouth,
  secondPerson,
  smiled,
  throughJpeg,
  throughSharp,
  turnedFace,
} from './photo-changes.ts';

export interface Degradation {
  readonly name: string;
  readonly what: string;
  readonly measure: (view: FaceView) => number;
  /** Whether the measure rises or falls as the photo gets worse. */
  readonly direction: 'rises' | 'falls';
  readonly levels: readonly number[];
  readonly degrade: (view: FaceView, level: number) => RgbBytes | Promise<RgbBytes>;
}

const steps = (from: number, to: number, count = 7) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

export const degradations: readonly Degradation[] = [
  {
    name: 'background uniformity',
    what: 'texture on the wall',
    measure: backgroundUniformity,
    direction: 'rises',
    levels: steps(0, 40),
    degrade: (view, level) =>
      mapped(view.photo, (_, value, x, y) =>
        view.background[y * view.photo.width + x] === 1 ? value + level * noise(x >> 2, y >> 2) : value,
      ),
  },
  {
    name: 'illumination uniformity',
    what: 'light from one side',
    measure: illuminationUniformity,
    direction: 'falls',
    levels: steps(0, 0.6),
    degrade: ({ photo, face }, level) =>
      mapped(photo, (_, value, x) => {
        const side = Math.min(1, Math.max(-1, (x - face.eyes.x) / face.eyeToChin));
        return value * (1 - level * (0.5 + 0.5 * side));
      }),
  },
  {
    name: 'luminance mean',
    what: 'less light',
    measure: luminanceMean,
    direction: 'falls',
    levels: steps(1, 0.15),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => level * value),
  },
  {
    name: 'luminance variance',
    what: 'less contrast',
    measure: luminanceVariance,
    direction: 'falls',
    levels: steps(1, 0.1),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => 128 + level * (value - 128)),
  },
  {
    name: 'under-exposure',
    what: 'shadows that drown',
    measure: underExposure,
    direction: 'rises',
    levels: steps(0, 150),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => value - level),
  },
  {
    name: 'over-exposure',
    what: 'highlights that clip',
    measure: overExposure,
    direction: 'rises',
    levels: steps(1, 1.8),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => level * value),
  },
  {
    name: 'dynamic range',
    what: 'fewer levels of grey',
    measure: dynamicRange,
    direction: 'falls',
    levels: steps(1, 0.08),
    degrade: ({ photo }, level) => mapped(photo, (_, value) => 90 + level * (value - 90)),
  },
  {
    name: 'natural colour',
    what: 'blue light',
    measure: naturalColour,
    direction: 'rises',
    levels: steps(0.15, 0.8),
    degrade: ({ photo }, level) =>
      mapped(photo, (c, value) => value * (c === 2 ? 1 + level : 1 - 0.5 * level)),
  },
  {
    name: 'sharpness',
    what: 'blur',
    measure: sharpness,
    direction: 'falls',
    levels: steps(0.4, 6),
    degrade: ({ photo }, level) => throughSharp(photo, (image) => image.blur(level)),
  },
  {
    name: 'compression',
    what: 'a lower quality of JPEG',
    measure: compression,
    direction: 'rises',
    levels: [95, 80, 60, 40, 20, 12, 6],
    degrade: ({ photo }, level) => throughJpeg(photo, level),
  },
  {
    name: 'single face',
    what: 'a second face that grows',
    measure: secondFace,
    direction: 'rises',
    levels: steps(0.3, 0.95),
    degrade: secondPerson,
  },
  {
    name: 'eyes open',
    what: 'lids that come down',
    measure: eyesOpen,
    direction: 'falls',
    levels: steps(0.1, 1),
    degrade: loweredLids,
  },
  {
    name: 'mouth closed',
    what: 'a mouth that opens',
    measure: mouthOpening,
    direction: 'rises',
    levels: steps(0, 0.35),
    degrade: openMouth,
  },
  {
    name: 'eyes visible',
    what: 'hair in front of the eyes',
    measure: eyesVisible,
    direction: 'falls',
    levels: steps(0, 0.75),
    degrade: coveredEyes,
  },
  {
    name: 'inter-eye distance',
    what: 'fewer pixels',
    measure: interEyeDistance,
    direction: 'falls',
    levels: steps(1, 0.3),
    degrade: ({ photo }, level) =>
      throughSharp(photo, (image) => image.resize(Math.round(photo.width * level))),
  },
  {
    name: 'head size',
    what: 'a smaller head',
    measure: (view) => headPlace(view).hairToChin,
    direction: 'falls',
    levels: steps(1, 0.5),
    degrade: ({ photo }, level) => framed(photo, { scale: level }),
  },
  ...(
    [
      ['left', 'a face that moves to the left', -1, 0],
      ['right', 'a face that moves to the right', 1, 0],
      ['above', 'a face that moves up', 0, -1],
      ['below', 'a face that moves down', 0, 1],
    ] as const
  ).map(
    ([side, what, dx, dy]): Degradation => ({
      name: `margin ${side}`,
      what,
      measure: (view) => headPlace(view)[side],
      direction: 'falls',
      levels: steps(0, 0.12),
      degrade: ({ photo }, level) =>
        framed(photo, { scale: 0.8, dx: dx * level * photo.width, dy: dy * level * photo.height }),
    }),
  ),
  {
    name: 'yaw',
    what: 'a head that turns',
    measure: (view) => yaw(view),
    direction: 'rises',
    levels: steps(-24, 24),
    degrade: (view, level) => turnedFace(view, level, 'yaw'),
  },
  {
    name: 'pitch',
    what: 'a head that nods',
    measure: (view) => pitch(view),
    direction: 'rises',
    levels: steps(-18, 18),
    degrade: (view, level) => turnedFace(view, level, 'pitch'),
  },
  {
    name: 'roll',
    what: 'a head that leans',
    measure: roll,
    direction: 'rises',
    levels: steps(-15, 15),
    degrade: ({ photo }, level) =>
      throughSharp(photo, (image) => image.rotate(level, { background: '#bbbbbb' })),
  },
  {
    name: 'neutral expression',
    what: 'corners of the mouth pulled outwards',
    measure: mouthWidth,
    direction: 'rises',
    levels: steps(0, 0.35),
    degrade: smiled,
  },
];
