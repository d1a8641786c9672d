/**
 * The report of a document's photo before payment and on the finished file, and the refund of an order whose finished
 * photo does not meet the rule.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { headerTokens } from '../../support/deps.ts';
import { assertSound, openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

async function sizedGood(shop: Shop): Promise<number> {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  return goods.find(({ functName }) => functName === 'mark_order_id_photo')?.id ?? assert.fail('no good');
}

async function openDocumentShop() {
  const shop = await openShop({ wrap: (deps) => ({ ...deps, tokens: headerTokens }) });
  const web = shopApp(shop);
  const goods_id = await sizedGood(shop);
  return {
    shop,
    web,
    order: async (document: string, headers: Record<string, string> = {}): Promise<string> => {
      const details = { goods_id, document, path: await shop.upload() };
      const placed = await web.call('mark_order_id_photo', details, headers);
      const { order_no } = placed.json();
      await web.call('pay_order', { order_no }, headers);
      await shop.notify(shop.bank.pay(await shop.lastPaymentNo(order_no)));
      await shop.drain();
      return order_no;
    },
    check: async (document: string) =>
      web.call('check_photo', { goods_id, document, path: await shop.upload() }),
    [Symbol.asyncDispose]: async () => {
      await web[Symbol.asyncDispose]();
      await shop[Symbol.asyncDispose]();
    },
  };
}

interface Line {
  readonly name: string;
  readonly verdict: string;
  readonly mend: { readonly en: string; readonly zh: string } | null;
}

interface Unmeasured {
  readonly name: string;
  readonly text: { readonly en: string };
}

interface Mark {
  readonly name: string;
  readonly at: number;
  readonly min: number | null;
  readonly max: number | null;
}

const hundredths = (share: number | null) => (share === null ? null : Math.round(100 * share));

const lineOf = (lines: readonly Line[], name: string) => lines.find((line) => line.name === name);

describe('check_photo for a document', () => {
  it('returns the value, the allowed range and the verdict of each line of the rule', async () => {
    await using shop = await openDocumentShop();
    const answer = (await shop.check('us_visa')).json();
    assert.equal(answer.ok, true);
    const { name: _, ...head } = lineOf(answer.report, 'head') ?? assert.fail('no head');
    assert.deepEqual(head, {
      title: { en: 'Height of the head', zh: '头部高度' },
      ...{ value: 30.3, min: 25.5, max: 35.2, unit: 'mm', verdict: 'pass', mend: null },
    });
  });

  it('returns where to draw the lines of the rule: each distance from the upper edge as a share of the photo’s height', async () => {
    await using shop = await openDocumentShop();
    shop.shop.uploadImages.misses = { above: 0.08, hair_to_chin: 0.6, eyes_above_bottom: 0.62 };
    const { marks } = (await shop.check('us_visa')).json();
    const rounded = marks.map(({ name, at, min, max }: Mark) => [
      name,
      hundredths(at),
      hundredths(min),
      hundredths(max),
    ]);
    // The chin is at 0.08 + 0.60 = 0.68. The rule allows a head of 0.50 to 0.69 of the height, so the hair may begin
    // at -0.01 to 0.18. The rule allows the eyes at 0.56 to 0.69 above the lower edge.
    assert.deepEqual(rounded, [
      ['hair', 8, -1, 18],
      ['eyes', 38, 31, 44],
      ['chin', 68, null, null],
    ]);
  });

  it('refuses before payment a photo whose wall the office does not accept, and explains in both languages how to correct it', async () => {
    await using shop = await openDocumentShop();
    shop.shop.uploadImages.misses = { background_red: 40, background_green: 60, background_blue: 40 };
    const answer = (await shop.check('us_visa')).json();
    assert.deepEqual([answer.ok, answer.reason], [false, 'background_not_allowed']);
    const line = lineOf(answer.report, 'background_colour');
    assert.equal(line?.verdict, 'fail');
    assert.match(line?.mend?.en ?? '', /plain wall/);
    assert.match(line?.mend?.zh ?? '', /纯色墙/);
  });
});

describe('a paid photo of a document', () => {
  it('is delivered when the finished file meets the rule, and photo_report shows it', async () => {
    await using shop = await openDocumentShop();
    const visa = await shop.order('us_visa');
    assert.equal(await shop.shop.state(visa), 'pay/done');
    const report = await shop.web.call('photo_report', { order_no: visa });
    assert.equal(report.statusCode, 200, report.body);
    assert.equal(report.json().document, 'us_visa');
    assert.equal(report.json().names.zh, '美国签证');
    assert.equal(report.json().marks.at(-1).name, 'chin');
    assert.deepEqual(
      report.json().unmeasured.map(({ name, text }: Unmeasured) => [name, text.en]),
      [
        ['photo_age', 'Check that the photo was taken within the last 6 months.'],
        ['glasses', 'The office refuses photos with glasses. Check that the photo shows none.'],
      ],
    );
    assert.ok(report.json().lines.every(({ verdict }: Line) => verdict !== 'fail'));
  });

  it('has a PDF to print in the chosen language, made once, with the values of the report', async () => {
    await using shop = await openDocumentShop();
    const order_no = await shop.order('us_visa');
    assert.equal((await shop.web.call('photo_report', { order_no })).json().pdf_url, null);
    const { pdf_url, lines } = (await shop.web.call('photo_report', { order_no, pdf: 'zh' })).json();
    const { pathname, search } = new URL(pdf_url);
    const pdf = await shop.web.app.inject({ url: `${pathname}${search}` });
    assert.deepEqual(
      [pdf.statusCode, pdf.headers['content-type'], pdf.headers['content-disposition']],
      [200, 'application/pdf', 'attachment'],
    );
    await shop.web.call('photo_report', { order_no, pdf: 'zh' });
    const tasks = shop.shop.orderImages.tasks.filter((task) => task.kind === 'report');
    assert.equal(tasks.length, 1);
    const [{ page } = assert.fail()] = tasks;
    assert.deepEqual([page.language, page.rows.length, page.shop], ['zh', lines.length + 2, 'Photokiosk']);
    assert.ok(page.facts.some(([, value]) => value === order_no));
  });

  it('has no report for another customer', async () => {
    await using shop = await openDocumentShop();
    const [ann, bob] = [{ authorization: 'Bearer subject.ann' }, { authorization: 'Bearer subject.bob' }];
    const order_no = await shop.order('us_visa', ann);
    const mine = await shop.web.call('photo_report', { order_no, pdf: 'en' }, ann);
    assert.equal(mine.statusCode, 200, mine.body);
    assertProblem(await shop.web.call('photo_report', { order_no, pdf: 'en' }, bob), 'unknown_order');
    assertProblem(await shop.web.call('photo_report', { order_no, pdf: 'en' }), 'unknown_order');
  });

  for (const [what, misses] of [
    ['a head that is too large', { hair_to_chin: 0.8 }],
    ['a file that is too large', { bytes: 300_000 }],
    ['a wrong number of pixels', { width_px: 599 }],
    ['no density', { dpi: null }],
  ] as const) {
    it(`fails and is refunded when the finished file has ${what}`, async () => {
      await using shop = await openDocumentShop();
      shop.shop.orderImages.misses = misses;
      const order_no = await shop.order('us_visa');
      assert.equal(await shop.shop.state(order_no), 'refund/fail');
      const order = await shop.web.call('fetch_order', { order_no });
      assert.equal(order.json().pay_ext_refund_data.reason_code, 'rule_missed');
      assert.equal(order.json().deal_result, null);
      await assertSound(shop.shop);
    });
  }

  it('waits without a failed attempt while no image process is free to measure the finished file', async () => {
    await using shop = await openDocumentShop();
    const { orderImages } = shop.shop;
    const { measure } = orderImages;
    orderImages.measure = async () => ({ kind: 'unavailable', cause: 'queue_full', detail: 'planned' });
    const order_no = await shop.order('us_visa');
    assert.equal(await shop.shop.state(order_no), 'pay/init');
    orderImages.measure = measure;
    shop.shop.clock.advance(60_000);
    await shop.shop.drain();
    assert.equal(await shop.shop.state(order_no), 'pay/done');
  });

  it('has no report if the order is for no document', async () => {
    await using shop = await openDocumentShop();
    const goods_id = await sizedGood(shop.shop);
    const sized = { goods_id, size: 'two_inch', color: 'red', path: await shop.shop.upload() };
    const { order_no } = (await shop.web.call('mark_order_id_photo', sized)).json();
    await shop.shop.pay(order_no);
    await shop.shop.drain();
    const report = await shop.web.call('photo_report', { order_no });
    assertProblem(report, 'invalid_parameters');
    assert.equal(report.json().errors[0].code, 'not_a_document');
  });
});
