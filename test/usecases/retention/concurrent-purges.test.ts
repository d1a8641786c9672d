/** The deletion of guests without data during their calls, on a real PostgreSQL server. SQLite has only one writer. */

import assert from 'node:assert/strict';
import { createService } from '../../../src/usecases/create-service.ts';
import { purgeEmptyGuests } from '../../../src/usecases/retention/purge-empty-guests.ts';
import { concurrencyTests, withPart } from '../../support/concurrent-work.ts';
import { operator, vip } from '../../support/shop.ts';

const dayMs = 24 * 60 * 60_000;
const { testConcurrency, callWaits } = await concurrencyTests();

testConcurrency(
  'a guest who places an order while the purge deletes guests without data is kept',
  async (shop) => {
    const guest = await shop.store.transaction((tx) => tx.members.insertGuest(shop.clock.now()));
    shop.clock.advance(31 * dayMs);
    const settings = { ...shop.deps.settings, unpaidOrdersKeptMs: 30 * dayMs };
    let purging: Promise<void> | undefined;
    const deps = withPart(shop, 'members', (tx) => ({
      async holdUser(id) {
        const user = await tx.members.holdUser(id);
        purging = purgeEmptyGuests({ ...shop.deps, settings }, AbortSignal.timeout(60_000));
        await Promise.race([purging, callWaits()]);
        return user;
      },
    }));
    const call = { ...shop.placeCall(vip, { num: 1 }), caller: { kind: 'guest', userId: guest.id } } as const;
    const { orderNo } = await createService(deps).placeOrder(call);
    await purging;
    assert.equal((await shop.order(orderNo)).userId, guest.id);
    await shop.service.cancelOrder(operator, orderNo, 'r');
  },
);
