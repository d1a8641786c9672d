/** Cases of the console’s API for the inbox and for notes. */

import { by, onItem, read } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

/** Stores an open dispute, which is an item of the inbox. @returns its id. */
async function openDispute({ shop }: World): Promise<number> {
  const { id: orderId } = await shop.order(await shop.placeVip());
  const facts = { provider: 'bank', disputeNo: shop.requestId(), paymentNo: 'P', reason: 'r' } as const;
  const times = { openedAt: 1, changedAt: 1, amountMinor: null, currency: null } as const;
  const dispute = { ...facts, ...times, orderId, state: 'open' } as const;
  return (await shop.store.transaction((tx) => tx.disputes.insert(dispute))).id;
}

const owner = 'support';
const ownerPath = (id: number | string) => `inbox/dispute/${id}/owner`;

async function takenDispute(world: World): Promise<number> {
  const itemId = await openDispute(world);
  const taken = { topic: 'dispute', itemId, owner: 'another', since: 1 } as const;
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

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleInboxCases: Readonly<Record<string, OperationCases>> = {
  inbox: read('inbox'),
  assign_inbox_item: onItem(ownerPath, 'POST', { owner }, 'support', 'viewer', {
    possible: openDispute,
    impossible: takenDispute,
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
