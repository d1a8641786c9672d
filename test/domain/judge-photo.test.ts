/** The report of a photo: which measures pass, warn and fail by the rule of a document. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentRules, findDocumentRule } from '../../src/domain/documents/document-rules.ts';
import { judgePhoto, type ReportLineName } from '../../src/domain/documents/judge-photo.ts';
import { mendingSentences } from '../../src/domain/documents/mending.ts';
import { type PhotoMeasures, photoMeasureNames } from '../../src/domain/documents/photo-measures.ts';
import { valueText } from '../../src/domain/documents/value-text.ts';
import { ruleRefusal } from '../../src/usecases/pictures/rule-refusal.ts';

const visa = findDocumentRule('us_visa') ?? assert.fail('no rule');
const identity = findDocumentRule('fr_identity') ?? assert.fail('no rule');

/** A good US visa photo. */
const good: PhotoMeasures = {
  ...{ width_px: 600, height_px: 600, dpi: 300, bytes: 120_000 },
  ...{ hair_to_chin: 0.6, crown_to_chin: 0.54, eyes_above_bottom: 0.6, above: 0.08, below: 0.3 },
  ...{ left: 0.3, right: 0.3, face_width: 0.35 },
  ...{ background_red: 244, background_green: 243, background_blue: 240, background_steps: 1 },
  ...{ illumination_uniformity: 0.6, luminance_mean: 0.5, luminance_variance: 0.02 },
  ...{ under_exposure: 0, over_exposure: 0, dynamic_range: 7, natural_colour: 0, sharpness: 0.05 },
  ...{ compression: 1, second_face: 0, eyes_open: 0.7, eyes_visible: 0.6, mouth_opening: 0.02 },
  ...{ mouth_width: 0.57, inter_eye_px: 90, yaw: 1, pitch: 2, roll: 0 },
};

function linesOf(wrong: Partial<PhotoMeasures>, rule = visa, isPhotographed = true) {
  return judgePhoto(rule, { ...good, ...wrong }, { isPhotographed });
}

function verdictOf(name: ReportLineName, wrong: Partial<PhotoMeasures>, rule = visa, isPhotographed = true) {
  return linesOf(wrong, rule, isPhotographed).find((line) => line.name === name)?.verdict;
}

describe('judgePhoto', () => {
  it('passes every line of a good photo', () => {
    assert.deepEqual(
      linesOf({}).filter(({ verdict }) => verdict !== 'pass'),
      [],
    );
  });

  it('never reports a value within its range for a line that does not pass, although values are rounded', () => {
    const passport = findDocumentRule('cn_passport') ?? assert.fail('no rule');
    const lines = linesOf(
      {
        ...{ sharpness: 0.00255, luminance_variance: 0.0026, hair_to_chin: 27.96 / 48, eyes_open: 0.2996 },
        ...{ dynamic_range: 5.1996, inter_eye_px: 39.97, second_face: 0.1004, background_steps: 30.001 },
        ...{ yaw: 20.03, roll: -6.04 },
      },
      passport,
    );
    const wrong = lines.filter(({ verdict }) => verdict !== 'pass');
    assert.ok(wrong.length >= 8, `${wrong.length} lines do not pass`);
    for (const { name, value, min, max, unit } of wrong) {
      if (value !== null) {
        const limits = [min, max].flatMap((limit) => (limit === null ? [] : [valueText(limit, unit)]));
        assert.ok(!limits.includes(valueText(value, unit)), `${name}: ${value} is written like its limit`);
      }
      const isOutside = value === null || (min !== null && value < min) || (max !== null && value > max);
      assert.ok(isOutside, `${name}: ${value} is within ${min} to ${max}`);
    }
  });

  it('reports the value and the allowed range in the units that the office uses', () => {
    const head = linesOf({}).find(({ name }) => name === 'head');
    assert.deepEqual([head?.value, head?.min, head?.max, head?.unit], [30.6, 25.5, 35.2, 'mm']);
  });

  for (const [name, wrong, verdict] of [
    ['width_px', { width_px: 599 }, 'fail'],
    ['dpi', { dpi: null }, 'fail'],
    ['file_size', { bytes: 240_001 }, 'fail'],
    ['file_size', { bytes: 240_000 }, 'pass'],
    ['head', { hair_to_chin: 0.72 }, 'fail'],
    ['head', { hair_to_chin: 0.697 }, 'warn'],
    ['head', { hair_to_chin: null }, 'fail'],
    ['eyes_above_bottom', { eyes_above_bottom: 0.5 }, 'fail'],
    ['background_colour', { background_red: 60, background_green: 70, background_blue: 90 }, 'fail'],
    ['background_uniformity', { background_steps: 15 }, 'fail'],
    ['single_face', { second_face: 0.4 }, 'fail'],
    ['single_face', { second_face: null }, 'fail'],
    ['background_colour', { background_red: null }, 'pass'],
    ['eyes_open', { eyes_open: 0.1 }, 'warn'],
    ['luminance_mean', { luminance_mean: 0.1 }, 'warn'],
    ['yaw', { yaw: -30 }, 'warn'],
  ] as const) {
    it(`gives ${verdict} to ${name} for ${JSON.stringify(wrong)}`, () => {
      assert.equal(verdictOf(name, wrong), verdict);
    });
  }

  it('fails a white background in France, where white is forbidden', () => {
    const size = { width_px: 413, height_px: 531, crown_to_chin: 0.75 };
    const white = { ...size, background_red: 255, background_green: 255, background_blue: 255 };
    assert.equal(verdictOf('background_colour', white, identity, false), 'fail');
    const blue = { ...size, background_red: 200, background_green: 223, background_blue: 244 };
    assert.equal(verdictOf('background_colour', blue, identity, false), 'pass');
    assert.equal(verdictOf('background_colour', white, identity), 'fail', 'a white wall');
    assert.equal(verdictOf('background_colour', blue, identity), 'pass', 'a light blue wall');
    const grey = { ...size, background_red: 225, background_green: 224, background_blue: 222 };
    assert.equal(verdictOf('background_colour', grey, identity), 'pass', 'a light grey wall');
  });

  for (const [what, [background_red, background_green, background_blue], verdict] of [
    ['a white wall in shadow', [212, 210, 208], 'pass'],
    ['a white wall in warm light', [240, 225, 205], 'warn'],
    ['a pink wall', [255, 210, 210], 'fail'],
    ['a mint wall', [210, 255, 210], 'fail'],
    ['a light blue wall', [200, 223, 244], 'fail'],
  ] as const) {
    it(`gives ${verdict} to ${what} where the office asks for white and the photo is only cropped`, () => {
      const wall = { background_red, background_green, background_blue };
      assert.equal(verdictOf('background_colour', wall), verdict);
    });
  }

  it('blames the wall for a wrong background only if the photo shows the wall', () => {
    const lines = linesOf({ background_steps: 30 });
    assert.equal(ruleRefusal(lines, true), 'background_not_allowed');
    assert.equal(ruleRefusal(lines, false), 'cut_out_failed');
    assert.equal(ruleRefusal(linesOf({ width_px: 599 }), false), 'rule_missed');
  });

  it('fails a photo without a face for each document, whatever the rule says about the head', () => {
    const nothing = Object.fromEntries(photoMeasureNames.map((name) => [name, null])) as typeof good;
    for (const rule of documentRules) {
      assert.equal(verdictOf('single_face', nothing, rule), 'fail', rule.id);
    }
  });

  it('has, for every line, a sentence that says what the customer can do', () => {
    for (const { name } of linesOf({})) {
      assert.ok(mendingSentences[name].en.length > 10, name);
      assert.match(mendingSentences[name].zh, /\p{Script=Han}/u, name);
    }
  });
});
