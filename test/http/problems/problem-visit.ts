/** A complete shop with three operators, and calls about problems of finished orders, for the tests of this folder. */

import assert from 'node:assert/strict';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { headerTokens } from '../../support/deps.ts';
import { idPhoto } from '../../support/shop.ts';

export async function openWithOperators(refundApprovalAboveMinor: number | null = null) {
  const visit = await openConsole({
    settings: { refundApprovalAboveMinor },
    wrap: (deps) => ({ ...deps, tokens: headerTokens }),
  });
  for (const [name, role] of [
    ['ann', 'owner'],
    ['bob', 'support'],
    ['cid', 'viewer'],
  ] as const) {
    await visit.addOperator(name, role);
  }
  const [ann, bob, cid] = [await visit.signIn('ann'), await visit.signIn('bob'), await visit.signIn('cid')];
  return { visit, ann, bob, cid };
}

export async function donePhoto({ shop }: ConsoleVisit, color = 'blue'): Promise<string> {
  const details = { path: await shop.upload(), color };
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(idPhoto, details));
  await shop.pay(orderNo);
  await shop.drain();
  return orderNo;
}

/** A finished restoration. @returns its number. */
export async function doneRestoration({ shop }: ConsoleVisit, details: object): Promise<string> {
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_photo_restore'");
  const good = { functName: 'mark_order_photo_restore', goodsId: 5 };
  const order = shop.placeCall(good, { path: await shop.upload(), ...details });
  const { orderNo } = await shop.service.placeOrder(order);
  await shop.pay(orderNo);
  await shop.drain();
  return orderNo;
}

export function call(
  { app }: ConsoleVisit,
  name: string,
  payload: object,
  headers: Record<string, string> = {},
) {
  return app.inject({ method: 'POST', url: `/v1/${name}`, payload, headers });
}

export async function report(visit: ConsoleVisit, orderNo: string, more: object = {}): Promise<number> {
  const answer = await call(visit, 'report_problem', { order_no: orderNo, reason: 'outline', ...more });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().id;
}

export async function problemsOf(visit: ConsoleVisit, orderNo: string) {
  const answer = await call(visit, 'order_problems', { order_no: orderNo });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().problems;
}

export async function answered(visit: ConsoleVisit, by: Visitor, id: number, how: string, body: object) {
  const answer = await visit.send(by, 'POST', `problems/${id}/${how}`, body);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

export function refused(answer: { readonly statusCode: number; readonly body: string }) {
  const { code, reason } = JSON.parse(answer.body);
  return [answer.statusCode, code, reason];
}

export async function topics(visit: ConsoleVisit, by: Visitor): Promise<string[]> {
  const { items } = (await visit.get(by, 'inbox')).json();
  return items.map((item: { topic: string; code: string; words: string }) =>
    [item.topic, item.code, item.words].join(' '),
  );
}
