/** Operators choose which documents are sold and change their rules, without changing placed orders. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDocumentRule } from '../../../src/domain/documents/document-rules.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { openConsole } from '../../support/console-visit.ts';

type Console = Awaited<ReturnType<typeof openConsole>>;

const french = findDocumentRule('fr_identity') ?? assert.fail('no rule');
const ownRule = {
  ...french,
  id: 'fr_my_card',
  names: { en: 'Club card', zh: '会员卡' },
  backgrounds: ['white'],
  refusedBackgrounds: [],
};

interface Call {
  get(path: string): ReturnType<Console['get']>;
  post(path: string, body: object): ReturnType<Console['send']>;
}

async function signedIn(console: Console, role: 'owner' | 'viewer'): Promise<Call> {
  await console.addOperator(role, role);
  const visitor = await console.signIn(role);
  return {
    get: (path) => console.get(visitor, path),
    post: (path, body) => console.send(visitor, 'POST', path, body),
  };
}

async function withOwner(run: (console: Console, call: Call) => Promise<void>): Promise<void> {
  await using console = await openConsole();
  await run(console, await signedIn(console, 'owner'));
}

async function listed(call: Call, id: string) {
  const { documents } = (await call.get('documents')).json();
  return documents.find((document: { id: string }) => document.id === id);
}

/** The ids of the documents that customers can order. */
async function sold({ app }: Console): Promise<string[]> {
  const answer = await app.inject({ method: 'POST', url: '/v1/document_list' });
  return answer.json().map(({ id }: { id: string }) => id);
}

describe('the documents in the console', () => {
  it('are no longer sold after an operator switches them off, and are sold again after an operator switches them on', () =>
    withOwner(async (console, call) => {
      assert.ok((await sold(console)).includes('fr_identity'));
      const off = await call.post('documents/fr_identity', { on_sale: false });
      assert.equal(off.statusCode, 200, off.body);
      assert.deepEqual([off.json().on_sale, off.json().origin], [false, 'shipped']);
      assert.ok(!(await sold(console)).includes('fr_identity'));
      const on = await call.post('documents/fr_identity', {
        on_sale: true,
        seen_version: off.json().version,
      });
      assert.equal(on.json().on_sale, true);
      assert.ok((await sold(console)).includes('fr_identity'));
    }));

  it('include the document that an operator adds: customers can order it, and the audit log has an entry with its names', () =>
    withOwner(async (console, call) => {
      const added = await call.post('documents/fr_my_card', { on_sale: true, rule: JSON.stringify(ownRule) });
      assert.equal(added.statusCode, 200, added.body);
      assert.equal(added.json().origin, 'own');
      assert.ok((await sold(console)).includes('fr_my_card'));
      const [entry] = await auditLog(console.shop.deps);
      assert.deepEqual(
        [entry?.action, entry?.targetKind, entry?.targetId],
        ['document_added', 'document', 'fr_my_card'],
      );
      assert.equal(entry?.after?.['names.zh'], '会员卡');
    }));

  it('refuse a change if another operator has changed the document since it was loaded', () =>
    withOwner(async (_console, call) => {
      await call.post('documents/fr_identity', { on_sale: false });
      const late = await call.post('documents/fr_identity', { on_sale: true });
      assert.equal(late.json().code, 'illegal_transition');
      assert.equal(late.json().reason, 'document_changed');
      assert.equal((await listed(call, 'fr_identity')).on_sale, false);
    }));

  for (const [what, change, pointer] of [
    [
      'a head larger than the photo',
      { head: { measured: 'hair_to_chin', unit: 'mm', min: 30, max: 60 } },
      '/rule/head/max',
    ],
    [
      'a photo of a million pixels a side',
      { size: { ...french.size, widthPx: 1_000_000 } },
      '/rule/size/widthPx',
    ],
    ['an empty range of file sizes', { fileSize: { minKb: 90, maxKb: 20 } }, '/rule/fileSize/minKb'],
    ['an unknown background', { backgrounds: ['green'] }, '/rule/backgrounds'],
    [
      'an address that is a script',
      { source: { ...french.source, url: 'javascript:alert(1)' } },
      '/rule/source/url',
    ],
    ['another id', { id: 'fr_other' }, '/rule/id'],
  ] as const) {
    it(`refuse a rule with ${what}`, () =>
      withOwner(async (console, call) => {
        const rule = JSON.stringify({ ...ownRule, ...change });
        const refused = await call.post('documents/fr_my_card', { on_sale: true, rule });
        assert.equal(refused.json().code, 'invalid_parameters');
        assert.equal(refused.json().errors[0].code, 'not_a_rule');
        assert.equal(refused.json().errors[0].pointer, pointer);
        assert.ok(!(await sold(console)).includes('fr_my_card'));
      }));
  }

  it('have their built-in rule again after an operator restores it', () =>
    withOwner(async (_console, call) => {
      const rule = JSON.stringify({ ...french, photoAgeMonths: 3 });
      const changed = (await call.post('documents/fr_identity', { on_sale: true, rule })).json();
      assert.deepEqual([changed.origin, changed.rule.photoAgeMonths], ['changed', 3]);
      const body = { on_sale: true, restore: true, seen_version: changed.version };
      const restored = (await call.post('documents/fr_identity', body)).json();
      assert.deepEqual([restored.origin, restored.rule.photoAgeMonths], ['shipped', 6]);
    }));

  it('do not change a placed order, whose photo is made by the rule with which it was placed', () =>
    withOwner(async ({ shop, app }, call) => {
      shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_id_photo'");
      const goods = await shop.service.listGoods();
      const goods_id = goods.find(({ functName }) => functName === 'mark_order_id_photo')?.id;
      const order = async () =>
        app.inject({
          method: 'POST',
          url: '/v1/mark_order_id_photo',
          headers: { 'content-type': 'application/json' },
          payload: { goods_id, path: await shop.upload(), document: 'fr_my_card' },
        });
      const wide = (widthPx: number, widthMm: number) =>
        JSON.stringify({ ...ownRule, size: { ...ownRule.size, widthPx, widthMm } });
      const first = await call.post('documents/fr_my_card', { on_sale: true, rule: wide(413, 35) });
      const placed = await order();
      assert.equal(placed.statusCode, 200, placed.body);
      const body = { on_sale: false, rule: wide(354, 30), seen_version: first.json().version };
      assert.equal((await call.post('documents/fr_my_card', body)).statusCode, 200);
      await shop.pay(placed.json().order_no);
      await shop.drain();
      const [made] = shop.orderImages.tasks;
      assert.ok(made?.kind === 'id_photo');
      assert.deepEqual([made.size.widthPx, made.background], [413, 'white']);
      assert.equal(await shop.state(placed.json().order_no), 'pay/done');
      const refused = await order();
      assert.equal(refused.json().code, 'invalid_parameters');
      assert.equal(refused.json().errors[0].code, 'unknown_document');
    }));

  it('can be read by viewers and changed only by owners', async () => {
    await using console = await openConsole();
    const vera = await signedIn(console, 'viewer');
    assert.ok((await listed(vera, 'us_visa')).on_sale);
    assert.equal((await vera.post('documents/us_visa', { on_sale: false })).json().code, 'forbidden');
    assert.equal(
      (await vera.post('document_preview', { rule: JSON.stringify(ownRule) })).json().code,
      'forbidden',
    );
  });

  it('can be previewed: the response has a picture of the sample photo, its report, and where the page draws the lines of the rule', () =>
    withOwner(async (_console, call) => {
      const answer = await call.post('document_preview', { rule: JSON.stringify(ownRule) });
      assert.equal(answer.statusCode, 200, answer.body);
      const { reason, preview, report, marks } = answer.json();
      assert.equal(reason, null);
      assert.match(preview, /^data:image\/webp;base64,/);
      assert.ok(report.some(({ name }: { name: string }) => name === 'head'));
      assert.equal(marks.at(-1).name, 'chin');
    }));
});
