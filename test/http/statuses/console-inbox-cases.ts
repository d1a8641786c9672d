/** Cases of the console’s API for the inbox and for notes. */

import assert from 'node:assert/strict';
import { by, onItem, read, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

/** A refund that failed, as an item of the inbox. */
async function failedRefund(world: World): Promise<number> {
  const { shop, visit } = world;
  const orderNo = await shop.paidColourise();
  await shop.drain();
  shop.bank.refundPlan = 'failed';
  const { id } = await shop.order(orderNo);
  const refund = by(world, 'support', 'POST', `orders/${id}/refund`, { reason });
  assert.equal((await visit.app.inject(refund)).statusCode, 200);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  const [failed] = await shop.store.read.refunds.ofOrder(id);
  assert.ok(failed !== undefined);
  return failed.id;
}

const owner = 'support';
const ownerPath = (id: number | string) => `inbox/failed_refund/${id}/owner`;

async function takenRefund(world: World): Promise<number> {
  const itemId = await failedRefund(world);
  const taken = { topic: 'failed_refund', itemId, owner: 'another', since: 1 } as const;
  await world.shop.store.transaction((tx) => tx.inbox.saveOwner(taken));
  return itemId;
}

async function noteOf(world: World): Promise<number> {
  const { shop } = world;
  const { id } = await shop.order(await shop.placeVip());
  const note = { targetKind: 'order', targetId: id, operator: owner, text: 'a', createdAt: 1 } as const;
  return (await shop.store.transaction((tx) => tx.inbox.insertNote(note))).id;
}

function note(world: World, role: 'support' | 'viewer', target: object) {
  return by(world, role, 'POST', 'notes', { text: 'The customer called.', ...target });
}

/** By `operationId` without `console_`. */
export const consoleInboxCases: Readonly<Record<string, OperationCases>> = {
  inbox: read('inbox'),
  assign_inbox_item: onItem(ownerPath, 'POST', { owner }, 'support', 'viewer', {
    possible: failedRefund,
    impossible: takenRefund,
  }),
  list_notes: read('notes?target_kind=order&target_id=1', 'target_kind=photo&target_id=1'),
  add_note: {
    async success(world) {
      const { id } = await world.shop.order(await world.shop.placeVip());
      return note(world, 'support', { target_kind: 'order', target_id: id });
    },
    refusals: {
      forbidden: (world) => note(world, 'viewer', { target_kind: 'order', target_id: 1 }),
      unknown_order: (world) => note(world, 'support', { target_kind: 'order', target_id: 999_999 }),
      unknown_item: (world) => note(world, 'support', { target_kind: 'user', target_id: 999_999 }),
      invalid_parameters: (world) => note(world, 'support', { target_kind: 'order', target_id: 0 }),
    },
  },
  remove_note: onItem((id) => `notes/${id}`, 'DELETE', undefined, 'support', 'viewer', { possible: noteOf }),
};
