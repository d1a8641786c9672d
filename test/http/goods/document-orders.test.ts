/**
 * Orders of documents, custom sizes and photos that are only cropped: what is accepted, and what is refused before
 * payment.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentRules } from '../../../src/domain/documents/document-rules.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

async function sizedGood(shop: Shop): Promise<number> {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  return goods.find(({ functName }) => functName === 'mark_order_id_photo')?.id ?? assert.fail('no good');
}

describe('document_list', () => {
  it('returns every document with its rule and its source', async () => {
    await using shop = await openShop();
    await using web = shopApp(shop);
    const answer = await web.call('document_list', {});
    assert.equal(answer.statusCode, 200, answer.body);
    const documents = answer.json();
    assert.equal(documents.length, documentRules.length);
    const visa = documents.find(({ id }: { id: string }) => id === 'us_visa');
    assert.deepEqual(
      [visa.width, visa.kb_max, visa.alteration, visa.head, visa.source.standing],
      [600, 240, 'forbidden', { measured: 'hair_to_chin', unit: 'percent', min: 50, max: 69 }, 'official'],
    );
  });
});

describe('mark_order_id_photo', () => {
  for (const [what, parameters, task] of [
    [
      'a document on its first allowed background',
      { document: 'fr_identity' },
      { widthPx: 413, heightPx: 531, background: 'light_blue', fileWindow: undefined },
    ],
    [
      'a document that forbids alterations, cropped only and within its file size',
      { document: 'us_visa' },
      {
        widthPx: 600,
        heightPx: 600,
        background: 'photographed',
        fileWindow: { minBytes: 0, maxBytes: 240_000 },
      },
    ],
    [
      'a custom size in millimetres on a gradient, within a file size',
      {
        ...{ width: 40, height: 50, unit: 'mm', dpi: 254, color: '#FFffff-#c0d0e0' },
        ...{ kb_min: 20, kb_max: 50 },
      },
      {
        ...{ widthPx: 400, heightPx: 500, background: '#ffffff-#c0d0e0' },
        fileWindow: { minBytes: 20_480, maxBytes: 50_000 },
      },
    ],
    [
      'a size of the shop, cropped only',
      { size: 'two_inch', crop_only: '1' },
      { widthPx: 413, heightPx: 626, background: 'photographed', fileWindow: undefined },
    ],
  ] as const) {
    it(`orders ${what}: the picture is made with this size, background and file size`, async () => {
      await using shop = await openShop();
      await using web = shopApp(shop);
      const order = { goods_id: await sizedGood(shop), path: await shop.upload(), ...parameters };
      const answer = await web.call('mark_order_id_photo', order);
      assert.equal(answer.statusCode, 200, answer.body);
      await shop.pay(answer.json().order_no);
      await shop.drain();
      const [made] = shop.orderImages.tasks;
      assert.ok(made?.kind === 'id_photo');
      const { widthPx, heightPx } = made.size;
      const { background, fileWindow } = made;
      assert.deepEqual({ widthPx, heightPx, background, fileWindow }, task);
    });
  }

  for (const [what, parameters, field, code] of [
    ['no size', { color: 'red' }, '/size', 'missing'],
    ['a size and a document', { size: 'two_inch', document: 'us_visa' }, '/size', 'one_size'],
    ['a resolution for a size of the shop', { size: 'two_inch', color: 'red', dpi: 600 }, '/dpi', 'one_size'],
    ['a height for a document', { document: 'fr_identity', height: 500 }, '/height', 'one_size'],
    ['an unknown document', { document: 'xx_none' }, '/document', 'unknown_document'],
    ['a property name as a document', { document: 'constructor' }, '/document', 'unknown_document'],
    ['a size without a colour', { size: 'two_inch' }, '/color', 'missing'],
    ['an unknown colour', { size: 'two_inch', color: '#12345' }, '/color', 'not_a_colour'],
    ['white for a French photo', { document: 'fr_identity', color: 'white' }, '/color', 'colour_not_allowed'],
    ['a colour for a US visa', { document: 'us_visa', color: 'white' }, '/color', 'alteration_forbidden'],
    [
      'strokes for a US visa',
      { document: 'us_visa', cut_strokes: 'keep 20 1,1' },
      '/cut_strokes',
      'alteration_forbidden',
    ],
    ['a correction of a US visa', { document: 'us_visa', correct: 1 }, '/correct', 'alteration_forbidden'],
    [
      'a colour for a cropped photo',
      { size: 'two_inch', crop_only: 1, color: 'red' },
      '/color',
      'alteration_forbidden',
    ],
    [
      'a colour for a cropped document',
      { document: 'fr_identity', crop_only: 1, color: 'light_grey' },
      '/color',
      'alteration_forbidden',
    ],
    ['a file size for a document', { document: 'fr_identity', kb_max: 50 }, '/kb_max', 'one_size'],
    ['a width without a height', { width: 300, color: 'red' }, '/height', 'missing'],
    ['a photo of 20 px', { width: 20, height: 30, color: 'red' }, '/width', 'integer_range'],
    ['a strip', { width: 900, height: 300, color: 'red' }, '/width', 'aspect'],
    [
      'an empty range of file sizes',
      { size: 'two_inch', color: 'red', kb_min: 50, kb_max: 50 },
      '/kb_max',
      'kb_order',
    ],
  ] as const) {
    it(`refuses ${what} with ${code}`, async () => {
      await using shop = await openShop();
      await using web = shopApp(shop);
      const order = { goods_id: await sizedGood(shop), path: await shop.upload(), ...parameters };
      const answer = await web.call('mark_order_id_photo', order);
      assertProblem(answer, 'invalid_parameters');
      const [error] = answer.json().errors;
      assert.deepEqual([error.pointer, error.code], [field, code]);
    });
  }
});

describe('photo_color', () => {
  it('returns only colours that the document allows, and refuses every colour for a photo that is only cropped', async () => {
    await using shop = await openShop();
    await using web = shopApp(shop);
    const goods_id = await sizedGood(shop);
    const made = async (parameters: object) => {
      const order = await web.call('mark_order_id_photo', {
        goods_id,
        path: await shop.upload(),
        ...parameters,
      });
      await shop.pay(order.json().order_no);
      await shop.drain();
      return order.json().order_no;
    };
    const order_no = await made({ document: 'cn_civil_service_exam' });
    assert.equal((await web.call('photo_color', { order_no, color: 'white' })).statusCode, 200);
    const red = await web.call('photo_color', { order_no, color: 'red' });
    assertProblem(red, 'invalid_parameters');
    assert.equal(red.json().errors[0].code, 'colour_not_allowed');
    const cropped = await web.call('photo_color', {
      order_no: await made({ document: 'us_visa' }),
      color: 'red',
    });
    assertProblem(cropped, 'invalid_parameters');
    assert.equal(cropped.json().errors[0].code, 'alteration_forbidden');
  });
});
