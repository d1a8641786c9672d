/** A complete shop for tests: use cases and a worker on a real database, a manual clock and a fake bank. */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { OrderDetails } from '../../src/domain/goods/parameters.ts';
import { orderState } from '../../src/domain/order-state.ts';
import { numberAtProvider, type PaymentAttempt } from '../../src/domain/payment-state.ts';
import { createWorker } from '../../src/jobs/worker.ts';
import { openStore } from '../../src/store/open-store.ts';
import { allJobs, ensureSchedules } from '../../src/usecases/all-jobs.ts';
import type { Caller, OperatorCaller } from '../../src/usecases/callers/caller.ts';
import { createService } from '../../src/usecases/create-service.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import { prepareGoods } from '../../src/usecases/goods/prepare-goods.ts';
import { createRefusedCounts } from '../../src/usecases/payments/refused-counts.ts';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import type { PlaceOrderCall } from '../../src/usecases/service.ts';
import type { Settings } from '../../src/usecases/settings.ts';
import { syncEnvironmentEndpoint } from '../../src/usecases/webhooks/sync-environment-endpoint.ts';
import { type OpenTestDatabase, writeEmptySqlite } from './databases.ts';
import { fakeOutside, liveTestSettings, testSecret } from './deps.ts';
import { fakeAccounts } from './fake-accounts.ts';
import { fakeDisk } from './fake-disk.ts';
import { fakeImages } from './fake-images.ts';
import { type FakeProvider, fakeProvider } from './fake-provider.ts';
import { fixedRandom } from './fixed-random.ts';
import { manualClock } from './manual-clock.ts';
import { recordedLog } from './recorded-log.ts';
import { sqlOn } from './sql-on.ts';

export const anonymous: Caller = { kind: 'anonymous' };
export const operator: OperatorCaller = {
  kind: 'operator',
  operator: { id: 1, name: 'admin', passwordHash: '', role: 'owner', createdAt: null, disabledAt: null },
  sessionId: null,
  address: '192.0.2.1',
  requestId: 'request-of-admin',
};

/** The origin of the calls that tests make: IP address, client and request id. */
export const source = { address: '192.0.2.1', client: '192.0.2.1', requestId: 'request-of-test' };

/** Goods of the default catalogue, with the ids that they get in a new shop. */
export const colourise = { functName: 'mark_order_zhaopianshangse', goodsId: 1, priceMinor: 990 } as const;
export const idPhoto = { functName: 'mark_order_yiCunZhao', goodsId: 2, priceMinor: 690 } as const;
export const vip = { functName: 'mark_order_vip', goodsId: 3, priceMinor: 1990 } as const;

/** The folder of the shops' files, in memory if the system allows it, because tests open many short-lived shops. */
const folderOfShops = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface ShopOptions {
  readonly settings?: Partial<Settings>;
  /** The names of further payment providers. */
  readonly moreProviders?: readonly string[];
  /** Opens the shop's database. Undefined: a new SQLite file, the only database on which `sql` works. */
  readonly open?: OpenTestDatabase;
  /** Replaces or wraps the ports of the use cases. */
  readonly wrap?: (deps: Deps) => Deps;
}

let openByDefault: OpenTestDatabase | undefined;

/** Sets the database of all shops of this process that are opened without `open`. */
export function openShopsOn(open: OpenTestDatabase): void {
  openByDefault = open;
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(options: ShopOptions = {}) {
  const clock = manualClock();
  const log = recordedLog();
  const random = fixedRandom();
  const folder = mkdtempSync(join(folderOfShops, 'photokiosk-shop-'));
  const file = join(folder, 'photokiosk.db');
  const given = await (options.open ?? openByDefault)?.({ clock, log });
  if (given === undefined) await writeEmptySqlite(file);
  const { store } = given ?? (await openStore({ database: { kind: 'sqlite', file }, clock, log }));
  const disk = fakeDisk();
  const uploadImages = fakeImages(disk);
  const orderImages = fakeImages(disk);
  const bank = fakeProvider(clock);
  const banks: FakeProvider[] = [
    bank,
    ...(options.moreProviders ?? []).map((name) => fakeProvider(clock, name)),
  ];
  const delivered: Record<string, unknown>[] = [];
  const bare: Deps = {
    ...fakeOutside,
    store,
    clock,
    random,
    log,
    ...liveTestSettings({ store, log }, options.settings),
    files: disk.files,
    scratch: disk.scratch,
    uploadImages,
    orderImages,
    providers: banks,
    refusedCounts: createRefusedCounts({ store, clock, log }),
    accounts: fakeAccounts(),
    readyMessages: null,
    mailer: null,
    jobs: allJobs,
    diskSpace: async () => ({ freeBytes: 2 ** 40, totalBytes: 2 ** 41 }),
    webhooks: {
      environmentSecret: testSecret,
      allows: (url) => url.startsWith('https://'),
      async send(_target, { body }) {
        delivered.push(JSON.parse(body) as Record<string, unknown>);
        return 204;
      },
    },
  };
  const deps = options.wrap?.(bare) ?? bare;
  const service = createService(deps);
  const handlers = allJobs.map((job) => job.handler(deps));
  const newWorker = () =>
    createWorker({
      store: deps.store,
      clock,
      random,
      log,
      handlers,
      lanes: [{ kinds: allJobs.map(({ kind }) => kind), concurrency: 1 }],
    });
  const worker = newWorker();
  await prepareGoods(bare);
  await ensureSchedules(bare);
  await syncEnvironmentEndpoint(bare);
  // The ids of an emptied database do not begin with 1 again, so look them up.
  const goodIds = new Map((await store.read.goods.onShelf()).map(({ functName, id }) => [functName, id]));
  let requests = 0;
  const requestId = () => `request-${++requests}`;
  const { read } = store;

  async function upload(caller: Caller = anonymous): Promise<string> {
    const source = Readable.from([Buffer.from(`photo ${requests}`)]);
    return (await service.acceptUpload({ caller, client: '192.0.2.1', source, requestId: requestId() })).path;
  }

  function placeCall(
    good: { readonly functName: string; readonly goodsId: number },
    details: OrderDetails,
  ): PlaceOrderCall {
    return {
      caller: anonymous,
      functName: good.functName,
      goodsId: goodIds.get(good.functName) ?? good.goodsId,
      details,
      fromUserId: null,
      idempotency: null,
      requestId: requestId(),
    };
  }

  async function order(orderNo: string) {
    const found = await read.orders.byNo(orderNo);
    assert.ok(found !== undefined, `no order ${orderNo}`);
    return found.order;
  }

  return {
    bare,
    store,
    ...sqlOn(file),
    deps,
    service,
    clock,
    log,
    disk,
    uploadImages,
    orderImages,
    bank,
    banks,
    /** Bodies of the delivered webhook events, in the order of delivery. */
    delivered,
    handlers,
    newWorker,
    upload,
    placeCall,
    requestId,
    order,
    async placeColourise(caller: Caller = anonymous): Promise<string> {
      const call = placeCall(colourise, { path: await upload(caller) });
      return (await service.placeOrder({ ...call, caller })).orderNo;
    },
    async placeVip(num = 1, caller: Caller = anonymous): Promise<string> {
      return (await service.placeOrder({ ...placeCall(vip, { num }), caller })).orderNo;
    },
    startPayment(orderNo: string, provider?: string, channel?: string) {
      return this.startJointPayment([orderNo], provider, channel);
    },
    startJointPayment: (orderNos: readonly string[], provider?: string, channel?: string) =>
      service.payOrders({
        ...{ caller: anonymous, orderNos, provider, channel },
        language: null,
        clientAddress: '203.0.113.7',
        requestId: requestId(),
      }),
    /** The order's payment attempts, oldest first. */
    async attempts(orderNo: string): Promise<PaymentAttempt[]> {
      return read.payments.ofOrder((await order(orderNo)).id);
    },
    async refunds(orderNo: string) {
      return read.refunds.ofOrder((await order(orderNo)).id);
    },
    async paymentNo(orderNo: string, index: number): Promise<string> {
      const attempt = (await read.payments.ofOrder((await order(orderNo)).id))[index];
      assert.ok(attempt !== undefined, `there is no attempt ${index}`);
      return numberAtProvider(attempt);
    },
    async lastPaymentNo(orderNo: string): Promise<string> {
      const attempt = (await read.payments.ofOrder((await order(orderNo)).id)).at(-1);
      assert.ok(attempt !== undefined, 'the order has no payment attempt');
      return numberAtProvider(attempt);
    },
    notify: async (notify: RawNotification, name = 'sandbox') =>
      (await service.receiveNotification(name, notify, requestId())).answer,
    /** Starts a payment, pays it and delivers the payment notification. */
    async pay(orderNo: string): Promise<void> {
      await this.startPayment(orderNo);
      await this.notify(bank.pay(await this.lastPaymentNo(orderNo)));
    },
    async paidColourise(): Promise<string> {
      const orderNo = await this.placeColourise();
      await this.pay(orderNo);
      return orderNo;
    },
    /** Places an order and opens a payment. */
    async openedColourise(): Promise<{ orderNo: string; paymentNo: string }> {
      const orderNo = await this.placeColourise();
      await this.startPayment(orderNo);
      return { orderNo, paymentNo: await this.lastPaymentNo(orderNo) };
    },
    refund: (orderNo: string, caller: Caller = anonymous, reason: string | null = null) =>
      service.refundOrder(caller, orderNo, reason, requestId()),
    /** Pays an order and requests its refund, which stays pending at the provider. */
    async pendingRefund(): Promise<{ orderNo: string; refundNo: string }> {
      const orderNo = await this.paidColourise();
      bank.refundPlan = 'pending';
      await this.refund(orderNo);
      await this.drain();
      const [refund] = await this.refunds(orderNo);
      assert.ok(refund !== undefined, 'the order has no refund');
      return { orderNo, refundNo: refund.refundNo };
    },
    async state(orderNo: string): Promise<string> {
      return orderState(await order(orderNo));
    },
    async events(orderNo: string): Promise<string[]> {
      return (await read.orders.history((await order(orderNo)).id)).map(({ event }) => event.type);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      if (given === undefined) await store.close();
      else await given[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
    drain: () => worker.drain(),
    audit: () => runSelfAudit(bare),
    /** Advances the clock in growing steps and runs the due jobs after each step. */
    async settle(): Promise<void> {
      for (const minutes of [0, 1, 5, 40, 180, 360]) {
        clock.advance(minutes * 60_000);
        await worker.drain();
      }
    },
  };
}

/** Asserts that the self-audit finds no problem, no bank recorded a violation, and the sums of shop and banks agree. */
export async function assertSound(shop: Shop): Promise<void> {
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  const book = new Map<string, { takenMinor: number; returnedMinor: number }>();
  for (const bank of shop.banks) {
    assert.deepEqual(bank.violations, []);
    for (const [currency, { takenMinor, returnedMinor }] of bank.book()) {
      const sum = book.get(currency) ?? { takenMinor: 0, returnedMinor: 0 };
      book.set(currency, {
        takenMinor: sum.takenMinor + takenMinor,
        returnedMinor: sum.returnedMinor + returnedMinor,
      });
    }
  }
  const ours = sums
    .filter(
      ({ receivedMinor, keptMinor, refundingMinor, returnedMinor }) =>
        receivedMinor + keptMinor + refundingMinor + returnedMinor > 0,
    )
    .map(
      (sum) => [sum.currency, { takenMinor: sum.receivedMinor, returnedMinor: sum.returnedMinor }] as const,
    );
  assert.deepEqual(new Map(ours), book);
}
