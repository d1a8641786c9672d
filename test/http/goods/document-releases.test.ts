/** A release that changes or removes a rule that comes with the service does not change placed orders. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentRule } from '../../../src/domain/documents/document-rule.ts';
import { findDocumentRule } from '../../../src/domain/documents/document-rules.ts';
import { storeShippedRules } from '../../../src/usecases/goods/shipped-rules.ts';
import type { ConsoleVisit, Visitor } from '../../support/console-visit.ts';
import { assertSound } from '../../support/shop.ts';
import { answered, call, openWithOperators, refused, report } from '../problems/problem-visit.ts';

const passport = findDocumentRule('hk_passport') ?? assert.fail('no rule');
/** The rule of the document in an earlier release. */
const older: DocumentRule = {
  ...passport,
  size: { ...passport.size, widthPx: 945, heightPx: 1181, dpi: 600 },
  backgrounds: ['white', 'blue'],
};
/** A document of an earlier release that this release does not have. */
const removed: DocumentRule = { ...older, id: 'hk_old_passport' };

async function place({ shop, app }: ConsoleVisit, document = passport.id): Promise<string> {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
  const goods = await shop.service.listGoods();
  const goods_id = goods.find(({ functName }) => functName === 'mark_order_id_photo')?.id;
  const payload = { goods_id, document, path: await shop.upload() };
  const placed = await app.inject({ method: 'POST', url: '/v1/mark_order_id_photo', payload });
  assert.equal(placed.statusCode, 200, placed.body);
  return placed.json().order_no;
}

function hashOf({ shop }: ConsoleVisit, rule: DocumentRule): string {
  return shop.store.read.documents.hashOf(rule);
}

/** Makes the order one that an earlier release placed, whose document had this rule. */
async function asOfRelease(visit: ConsoleVisit, rule: DocumentRule): Promise<void> {
  const { shop } = visit;
  await storeShippedRules(shop.deps, [rule]);
  shop.sql(`update orders set details =
    json_set(details, '$.document', '${rule.id}', '$.document_rule', '${hashOf(visit, rule)}')`);
}

/** Makes the order one of version 0.1.0, which stored no rule. */
function asOfFirstVersion({ shop }: ConsoleVisit, document: string): void {
  shop.sql(`update orders set details =
    json_remove(json_set(details, '$.document', '${document}'), '$.document_rule')`);
}

async function make({ shop }: ConsoleVisit, orderNo: string): Promise<void> {
  await shop.pay(orderNo);
  await shop.drain();
}

function madeSizes({ shop }: ConsoleVisit): number[] {
  return shop.orderImages.tasks.flatMap((task) => (task.kind === 'id_photo' ? [task.size.widthPx] : []));
}

describe('an order of a document that no operator has changed', () => {
  it('names its rule, which is stored; neither customers nor operators see this detail', async () => {
    const { visit, ann: owner } = await openWithOperators();
    await using _ = visit;
    const orderNo = await place(visit);
    const { details, userId } = await visit.shop.order(orderNo);
    assert.equal(details.document_rule, hashOf(visit, passport));
    assert.deepEqual(await visit.shop.store.read.documents.shippedRule(hashOf(visit, passport)), passport);
    const shown = [
      (await call(visit, 'order_details', { order_no: orderNo })).body,
      (await visit.get(owner, `orders/${await visit.orderId(orderNo)}`)).body,
      JSON.stringify((await visit.shop.service.exportMine({ kind: 'guest', userId })).facts),
    ];
    for (const text of shown) {
      assert.match(text, /hk_passport/);
      assert.doesNotMatch(text, /document_rule/);
    }
  });

  it('is not distinguished from an equal order by its rule', async () => {
    const { visit } = await openWithOperators();
    await using _ = visit;
    await place(visit);
    const [row] = visit.shop.rows('select fingerprint from orders');
    assert.match(String(row?.fingerprint), /hk_passport/);
    assert.doesNotMatch(String(row?.fingerprint), /document_rule/);
  });

  for (const [what, rule] of [
    ['changes the rule', older],
    ['removes the document', removed],
  ] as const) {
    it(`keeps its finished photo, report, colours and sheets when a release ${what}`, async () => {
      const { visit } = await openWithOperators();
      await using _ = visit;
      const order_no = await place(visit);
      await asOfRelease(visit, rule);
      await make(visit, order_no);
      const reported = (await call(visit, 'photo_report', { order_no, pdf: 'en' })).json();
      assert.equal(reported.document, rule.id);
      assert.ok(reported.lines.every(({ verdict }: { verdict: string }) => verdict !== 'fail'));
      const coloured = await call(visit, 'photo_color', { order_no, color: 'blue' });
      assert.deepEqual([coloured.statusCode, coloured.json().width], [200, 945], coloured.body);
      const sheet = await call(visit, 'photo_sheet', { order_no, paper: 'four_r' });
      assert.equal(sheet.statusCode, 200, sheet.body);
    });

    it(`is made by its rule if a release ${what} before the photo is made`, async () => {
      const { visit } = await openWithOperators();
      await using _ = visit;
      const orderNo = await place(visit);
      await asOfRelease(visit, rule);
      await make(visit, orderNo);
      assert.equal(await visit.shop.state(orderNo), 'pay/done');
      assert.deepEqual(madeSizes(visit), [945]);
    });

    it(`gets a new picture by its rule after a release ${what}`, async () => {
      const { visit, bob } = await openWithOperators();
      await using _ = visit;
      const orderNo = await place(visit);
      await asOfRelease(visit, rule);
      await make(visit, orderNo);
      const settings = { document: rule.id, color: 'blue' };
      for (const given of [{}, settings]) await remade(visit, bob, orderNo, given);
      assert.deepEqual(madeSizes(visit), [945, 945, 945]);
      assert.equal((await visit.shop.order(orderNo)).details.document_rule, hashOf(visit, rule));
    });
  }
});

async function remade(visit: ConsoleVisit, by: Visitor, orderNo: string, settings: object): Promise<void> {
  const id = await report(visit, orderNo);
  await answered(visit, by, id, 'remake', settings);
  await visit.shop.drain();
}

describe('an order of a document that an operator has changed', () => {
  it('names the rule that comes with the service if the document has this rule', async () => {
    const { visit, ann: owner } = await openWithOperators();
    await using _ = visit;
    const path = `documents/${passport.id}`;
    const first = await visit.send(owner, 'POST', path, { on_sale: false });
    const back = await visit.send(owner, 'POST', path, { on_sale: true, seen_version: first.json().version });
    assert.equal(back.json().origin, 'shipped', back.body);
    const orderNo = await place(visit);
    const { details } = await visit.shop.order(orderNo);
    assert.deepEqual(
      [details.document_version, details.document_rule],
      [back.json().version, hashOf(visit, passport)],
    );
    await asOfRelease(visit, older);
    await make(visit, orderNo);
    assert.deepEqual(madeSizes(visit), [945]);
  });

  it('names only the version if the version has a rule', async () => {
    const { visit, ann: owner } = await openWithOperators();
    await using _ = visit;
    const body = { on_sale: true, rule: JSON.stringify(older) };
    const changed = await visit.send(owner, 'POST', `documents/${passport.id}`, body);
    const { details } = await visit.shop.order(await place(visit));
    assert.deepEqual([details.document_version, details.document_rule], [changed.json().version, undefined]);
  });
});

describe('an order of version 0.1.0, whose document was removed', () => {
  it('is refunded, with the reason, if its photo is not made yet', async () => {
    const { visit } = await openWithOperators();
    await using _ = visit;
    const order_no = await place(visit);
    asOfFirstVersion(visit, removed.id);
    await make(visit, order_no);
    assert.equal(await visit.shop.state(order_no), 'refund/fail');
    const order = await call(visit, 'fetch_order', { order_no });
    assert.equal(order.json().pay_ext_refund_data.reason_code, 'document_removed');
    assert.deepEqual(madeSizes(visit), []);
    await assertSound(visit.shop);
  });

  it('keeps its finished photo; extras are refused with document_removed', async () => {
    const { visit, bob } = await openWithOperators();
    await using _ = visit;
    const order_no = await place(visit);
    await make(visit, order_no);
    asOfFirstVersion(visit, removed.id);
    for (const [name, parameters] of [
      ['photo_report', {}],
      ['photo_color', { color: 'white' }],
      ['photo_sheet', { paper: 'four_r' }],
    ] as const) {
      const answer = await call(visit, name, { order_no, ...parameters });
      assert.deepEqual(refused(answer), [409, 'illegal_transition', 'document_removed'], name);
    }
    await remade(visit, bob, order_no, {});
    assert.equal(await visit.shop.state(order_no), 'pay/done');
    assert.deepEqual(madeSizes(visit).length, 1);
  });
});
