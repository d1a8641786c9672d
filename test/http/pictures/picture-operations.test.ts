/** The photo check, and other colours and print sheets of finished ID photos. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, invalidParameter } from '../../../src/domain/errors.ts';
import { failSentences } from '../../../src/domain/fail-reasons.ts';
import { photoWarnings, warningSentences } from '../../../src/domain/goods/photo-check.ts';
import { imageRefusals } from '../../../src/usecases/ports/image-work.ts';
import { testApp } from '../../support/test-app.ts';

function post(name: string, payload: object) {
  return { method: 'POST', url: `/v1/${name}`, payload } as const;
}

describe('check_photo', () => {
  it('lists the sizes at which a photo works if it is refused only for the chosen size', async () => {
    const { app, fake } = testApp();
    const refused = { kind: 'checked', refusal: 'face_too_small', warnings: [], preview: null } as const;
    fake.script({
      checkPhoto: async () => ({
        ...refused,
        sizes: ['one_inch', 'us_visa'],
        canEnlarge: null,
        report: null,
        marks: [],
      }),
    });
    const { reason, sizes } = (await app.inject(post('check_photo', { goods_id: 4, path: 'p' }))).json();
    assert.deepEqual([reason, sizes], ['face_too_small', ['one_inch', 'us_visa']]);
    await app.close();
  });

  it('says where the preview of an ID photo lies in the upload', async () => {
    const { app, fake } = testApp();
    const corners = {
      topLeft: { x: 0.2, y: -0.1 },
      topRight: { x: 0.8, y: -0.1 },
      bottomLeft: { x: 0.2, y: 1 },
    };
    fake.script({
      checkPhoto: async () => ({
        ...{ kind: 'checked', refusal: 'cut_out_failed', warnings: [], preview: 'UklG', crop: corners },
        ...{ canEnlarge: null, report: null, marks: [] },
      }),
    });
    const strokes = 'remove 120 5100,800';
    const call = post('check_photo', { goods_id: 4, path: 'p', preview: 1, cut_strokes: strokes });
    const { preview, crop } = (await app.inject(call)).json();
    assert.equal(preview, 'data:image/webp;base64,UklG');
    assert.deepEqual(crop, {
      top_left: { x: 0.2, y: -0.1 },
      top_right: { x: 0.8, y: -0.1 },
      bottom_left: { x: 0.2, y: 1 },
    });
    const [checked] = fake.callsOf('checkPhoto')[0] ?? [];
    assert.deepEqual(Object(checked).details, {
      crop_only: 0,
      correct: 0,
      colour: 0,
      enlarge: 0,
      cut_strokes: strokes,
    });
    await app.close();
  });

  it('a usable photo without warnings gets a response with eleven fields', async () => {
    const { app, fake } = testApp();
    const answer = await app.inject(post('check_photo', { goods_id: '2', path: 'p', color: 'red' }));
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), {
      ok: true,
      reason: null,
      message: null,
      warnings: [],
      sizes: null,
      preview: null,
      crop: null,
      damage: null,
      can_enlarge: null,
      report: null,
      marks: [],
    });
    const [call] = fake.callsOf('checkPhoto')[0] ?? [];
    assert.deepEqual(call, {
      caller: { kind: 'anonymous' },
      client: '127.0.0.1',
      goodsId: 2,
      path: 'p',
      details: { color: 'red', crop_only: 0, correct: 0, colour: 0, enlarge: 0 },
      withPreview: false,
    });
    await app.close();
  });

  it('preview=1 adds a data URL, in JSON and form bodies', async () => {
    const { app, fake } = testApp();
    fake.script({
      checkPhoto: async ({ withPreview }) => ({
        kind: 'checked',
        refusal: null,
        warnings: [],
        preview: withPreview ? 'UklG' : null,
        canEnlarge: null,
        report: null,
        marks: [],
      }),
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const request of [
      post('check_photo', { goods_id: 2, path: 'p', preview: 1 }),
      { method: 'POST', url: '/v1/check_photo', headers: form, payload: 'goods_id=2&path=p&preview=1' },
    ] as const) {
      assert.equal((await app.inject(request)).json().preview, 'data:image/webp;base64,UklG');
    }
    const withoutPreview = await app.inject(post('check_photo', { goods_id: 2, path: 'p', preview: 0 }));
    assert.equal(withoutPreview.json().preview, null);
    await app.close();
  });

  it('the preview of a restoration comes with the damage, whose marks are a data URL too', async () => {
    const { app, fake } = testApp();
    const checked = { kind: 'checked', refusal: null, warnings: [], preview: 'UklG', report: null } as const;
    for (const [marks, expected] of [
      ['UklGRg', 'data:image/webp;base64,UklGRg'],
      [null, null],
    ] as const) {
      fake.script({
        checkPhoto: async () => ({
          ...checked,
          damage: { share: 0.031, marks },
          canEnlarge: false,
          marks: [],
        }),
      });
      const payload = { goods_id: 5, path: 'p', colour: 1, enlarge: 1, preview: 1 };
      const { damage, can_enlarge } = (await app.inject(post('check_photo', payload))).json();
      assert.deepEqual([damage, can_enlarge], [{ share: 0.031, marks: expected }, false]);
    }
    const [call] = fake.callsOf('checkPhoto')[0] ?? [];
    const details = { crop_only: 0, correct: 0, colour: 1, enlarge: 1 };
    assert.deepEqual(Reflect.get(Object(call), 'details'), details);
    await app.close();
  });

  it('the response contains the code and a sentence of every refusal and warning', async () => {
    const { app, fake } = testApp();
    for (const refusal of imageRefusals) {
      fake.script({
        checkPhoto: async () => ({
          kind: 'checked',
          refusal,
          warnings: photoWarnings,
          preview: null,
          canEnlarge: null,
          report: null,
          marks: [],
        }),
      });
      const { ok, reason, message, warnings, preview } = (
        await app.inject(post('check_photo', { goods_id: 2, path: 'p', size: 'two_inch', preview: 1 }))
      ).json();
      assert.deepEqual([ok, reason, message, preview], [false, refusal, failSentences[refusal], null]);
      assert.deepEqual(
        warnings,
        photoWarnings.map((code) => ({ code, message: warningSentences[code] })),
      );
    }
    await app.close();
  });

  for (const [what, error, status] of [
    [
      'an upload that is not the caller’s',
      invalidParameter('path', 'unknown_upload', 'There is no such upload.'),
      422,
    ],
    ['an expired upload', new AppError('upload_expired', 'Gone.'), 410],
    [
      'a check for which no image process is free',
      new AppError('unavailable', 'Later.', { retryAfterS: 5 }),
      503,
    ],
  ] as const) {
    it(`${what} is refused with ${status}`, async () => {
      const { app, fake } = testApp();
      fake.script({
        checkPhoto: async () => {
          throw error;
        },
      });
      const answer = await app.inject(post('check_photo', { goods_id: 2, path: 'p' }));
      assert.equal(answer.statusCode, status);
      await app.close();
    });
  }

  it('a missing path and a wrong color, size or preview are refused with 422', async () => {
    const { app } = testApp();
    for (const [payload, pointer] of [
      [{ goods_id: 2 }, '/path'],
      [{ goods_id: 2, path: 'p', color: 'x'.repeat(16) }, '/color'],
      [{ goods_id: 2, path: 'p', size: 'huge' }, '/size'],
      [{ goods_id: 2, path: 'p', preview: 2 }, '/preview'],
    ] as const) {
      const answer = await app.inject(post('check_photo', payload));
      assert.equal(answer.statusCode, 422);
      assert.equal(answer.json().errors[0].pointer, pointer);
    }
    await app.close();
  });
});

describe('photo_color and photo_sheet', () => {
  it('both responses contain a link and a size, and the response of photo_sheet also contains the number of copies', async () => {
    const { app, fake } = testApp();
    const colour = await app.inject(post('photo_color', { order_no: 'ORDER1', color: 'red' }));
    assert.deepEqual(colour.json(), { url: 'http://127.0.0.1:8080/files/x', width: 295, height: 413 });
    const sheet = await app.inject(post('photo_sheet', { order_no: 'ORDER1', paper: 'four_r' }));
    assert.deepEqual(sheet.json(), {
      url: 'http://127.0.0.1:8080/files/y',
      width: 1795,
      height: 1205,
      copies: 10,
    });
    const [call] = fake.callsOf('photoSheet')[0] ?? [];
    assert.deepEqual(call, {
      caller: { kind: 'anonymous' },
      client: '127.0.0.1',
      orderNo: 'ORDER1',
      paper: 'four_r',
      colour: null,
    });
    await app.close();
  });

  it('an unknown order is refused with 404, an unfinished one with 409, and an expired file with 410', async () => {
    const { app, fake } = testApp();
    for (const code of ['unknown_order', 'illegal_transition', 'result_expired', 'upload_expired'] as const) {
      const error = new AppError(code, 'No.');
      fake.script({
        photoColour: async () => {
          throw error;
        },
      });
      const answer = await app.inject(post('photo_color', { order_no: 'ORDER1', color: 'red' }));
      assert.equal(answer.statusCode, error.status);
      assert.equal(answer.json().code, code);
    }
    const wrong = await app.inject(post('photo_sheet', { order_no: 'ORDER1', paper: 'a0' }));
    assert.equal(wrong.statusCode, 422);
    await app.close();
  });
});
