/**
 * Compares the facts that the service acknowledged with the database and the sandbox bank. A finding in
 * `stuck` may disappear when the service has had more time; all other findings are final.
 */

import { membershipEnd } from '../../src/domain/membership.ts';
import type { Order } from '../../src/domain/order.ts';
import { timeZone } from '../../src/domain/zoned-time.ts';
import type { OpenedStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import type { AuditedOrder } from '../../src/usecases/self-audit/self-audit-store.ts';
import type { Facts, OrderRequest } from './facts.ts';

export interface CheckResult {
  readonly orders: number;
  readonly payments: number;
  readonly refundsDone: number;
  readonly memberships: number;
  readonly picturesDone: number;
  readonly picturesRefunded: number;
  readonly takenMinor: number;
  readonly returnedMinor: number;
  readonly refundingMinor: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly stuck: readonly string[];
  /** Wrong prices, goods and parameters, sums that do not agree, unexpected responses. */
  readonly wrong: readonly string[];
}

interface Findings {
  readonly lost: string[];
  readonly doubled: string[];
  readonly stuck: string[];
  readonly wrong: string[];
}

const zone = timeZone('Asia/Shanghai');
const pageSize = 500;

/** @param opened the database of the service; it is only read. */
export async function checkFacts(opened: OpenedStore, facts: Facts): Promise<CheckResult> {
  const findings: Findings = { lost: [], doubled: [], stuck: [], wrong: [...facts.unexpected] };
  const all = await readAll(opened);
  const mine = all.filter(({ order }) => order.fromUserId !== null && facts.requests.has(order.fromUserId));
  checkRequests(facts, mine, findings);
  checkAcknowledged(facts, mine, findings);
  for (const audited of mine) checkWork(audited, findings);
  await checkBank(opened, all, findings);
  await checkMembers(opened, mine, findings);
  for (const path of facts.uploads) {
    if ((await opened.store.read.uploads.byPath(path)) === undefined) findings.lost.push(`upload ${path}`);
  }
  const sums = await checkSums(opened, findings);
  const pictures = mine.filter(({ order }) => order.functName !== 'mark_order_vip');
  return {
    orders: mine.length,
    payments: all.flatMap(({ attempts }) => attempts).filter(({ receivedMinor }) => receivedMinor !== null)
      .length,
    refundsDone: all.flatMap(({ refunds }) => refunds).filter(({ state }) => state === 'done').length,
    memberships: mine.flatMap(({ grants }) => grants).filter(({ revokedAt }) => revokedAt === null).length,
    picturesDone: pictures.filter(({ order }) => order.deal.status === 'done').length,
    picturesRefunded: pictures.filter(({ order }) => order.deal.status === 'fail').length,
    ...sums,
    ...findings,
  };
}

async function readAll({ store }: OpenedStore): Promise<AuditedOrder[]> {
  const all: AuditedOrder[] = [];
  for (;;) {
    const page = await store.read.selfAudit.page(all.at(-1)?.order.id ?? 0, pageSize);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/**
 * Checks that a call makes one order, however often it is repeated, and that every acknowledged order exists as it was
 * ordered.
 */
function checkRequests(
  facts: Facts,
  mine: readonly AuditedOrder[],
  { lost, doubled, wrong }: Findings,
): void {
  const bySerial = Map.groupBy(mine, ({ order }) => order.fromUserId ?? 0);
  for (const request of facts.requests.values()) {
    const found = bySerial.get(request.serial) ?? [];
    const name = `${request.functName} ${request.serial}`;
    if (found.length > 1) doubled.push(`${name} made ${found.length} orders`);
    if (request.orderNos.size > 1) doubled.push(`${name} was answered ${[...request.orderNos].join(', ')}`);
    for (const orderNo of request.orderNos) {
      if (!found.some(({ order }) => order.orderNo === orderNo)) lost.push(`order ${orderNo} of ${name}`);
    }
    if (request.keyed && request.orderNos.size === 0) wrong.push(`${name} was never answered`);
    for (const { order } of found) if (!isAsOrdered(order, request)) wrong.push(`${name}: not as ordered`);
  }
}

function isAsOrdered(order: Order, request: OrderRequest): boolean {
  const { goodsId, functName, parameters, rightPrices } = request;
  const details: Readonly<Record<string, unknown>> = order.details;
  return (
    order.goodsId === goodsId &&
    order.functName === functName &&
    rightPrices.includes(order.priceMinor) &&
    Object.entries(parameters).every(([name, value]) => details[name] === value)
  );
}

function checkAcknowledged(facts: Facts, mine: readonly AuditedOrder[], { lost, stuck }: Findings): void {
  const byNo = new Map(mine.map((audited) => [audited.order.orderNo, audited]));
  for (const orderNo of facts.cancelled) {
    if (byNo.get(orderNo)?.order.money.status !== 'cancal') lost.push(`the cancellation of ${orderNo}`);
  }
  for (const orderNo of facts.refundsRequested) {
    const status = byNo.get(orderNo)?.order.money.status;
    if (status !== 'wait_refund' && status !== 'refund') lost.push(`the refund of ${orderNo}`);
  }
  for (const [paymentNo, { orderNo, taken }] of facts.payments) {
    const attempt = byNo.get(orderNo)?.attempts.find((known) => known.paymentNo === paymentNo);
    if (attempt === undefined) lost.push(`payment ${paymentNo} of ${orderNo}`);
    else if (taken && attempt.receivedMinor === null) stuck.push(`payment ${paymentNo} is not recorded yet`);
  }
}

/** Checks that no order waits forever. Refunds that the bank delays or refuses are not counted. */
function checkWork({ order, attempts, refunds, grants }: AuditedOrder, findings: Findings): void {
  const { money, deal, orderNo } = order;
  if (deal.status === 'ing') findings.stuck.push(`${orderNo} is being processed`);
  if (money.status === 'pay' && deal.status === 'init') findings.stuck.push(`${orderNo} waits for its work`);
  if (money.status === 'pay' && deal.status === 'fail')
    findings.stuck.push(`${orderNo} failed without a refund`);
  if (refunds.some(({ state }) => state === 'requested')) findings.stuck.push(`${orderNo} awaits a refund`);
  if (money.status === 'cancal' && attempts.some(({ state }) => state === 'open')) {
    findings.stuck.push(`${orderNo} is cancelled and can be paid`);
  }
  if (grants.length > 1) findings.doubled.push(`${orderNo} gave its months ${grants.length} times`);
  for (const { months } of grants) {
    if (months !== (order.details as { num?: unknown }).num) findings.wrong.push(`${orderNo}: wrong months`);
  }
}

/** Compares each payment and refund with the bank. */
async function checkBank(
  { sandboxLedger }: OpenedStore,
  all: readonly AuditedOrder[],
  { stuck, wrong, doubled, lost }: Findings,
): Promise<void> {
  for (const { attempts, refunds } of all) {
    for (const attempt of attempts) {
      const { paymentNo, receivedMinor } = attempt;
      const payment = await sandboxLedger.paymentByNo(paymentNo);
      const taken = payment?.state === 'paid' ? payment.amountMinor : null;
      if (taken !== null && receivedMinor === null)
        stuck.push(`the money of ${paymentNo} is not recorded yet`);
      else if (taken !== receivedMinor) wrong.push(`${paymentNo}: bank ${taken}, service ${receivedMinor}`);
      const returned = (await sandboxLedger.refundsOfPayment(paymentNo)).filter(
        ({ state }) => state === 'done',
      );
      const sum = returned.reduce((total, { amountMinor }) => total + amountMinor, 0);
      if (sum > (taken ?? 0)) doubled.push(`${paymentNo}: ${sum} refunded of ${taken}`);
    }
    for (const { refundNo, state } of refunds) {
      const atBank = (await sandboxLedger.refundByNo(refundNo))?.state;
      if (state === 'done' && atBank !== 'done') lost.push(`refund ${refundNo} is ${atBank} at the bank`);
      if (state !== 'done' && atBank === 'done')
        stuck.push(`refund ${refundNo} is done at the bank and not recorded yet`);
    }
  }
}

/** Checks that the end of each membership follows from the months that were paid and not refunded. */
async function checkMembers(
  { store }: OpenedStore,
  mine: readonly AuditedOrder[],
  { wrong }: Findings,
): Promise<void> {
  const buyers = new Set(mine.filter(({ grants }) => grants.length > 0).map(({ order }) => order.userId));
  for (const userId of buyers) {
    const expected = membershipEnd(await store.read.members.grantsOf(userId), zone);
    const until = (await store.read.members.userById(userId))?.memberUntil ?? null;
    if (until !== expected) wrong.push(`user ${userId} is a member until ${until}, not ${expected}`);
  }
}

/**
 * Checks that in each currency the money at the bank equals revenue plus open refunds, and that the self-audit finds no
 * problem.
 */
async function checkSums(
  opened: OpenedStore,
  { wrong, stuck }: Findings,
): Promise<Pick<CheckResult, 'takenMinor' | 'returnedMinor' | 'refundingMinor'>> {
  const report = await runSelfAudit(opened);
  wrong.push(...report.problems);
  const balances = await opened.sandboxLedger.balances();
  const total = { takenMinor: 0, returnedMinor: 0, refundingMinor: 0 };
  for (const { currency, takenMinor, returnedMinor } of balances) {
    const sum = report.sums.find((known) => known.currency === currency);
    const keptMinor = sum?.keptMinor ?? 0;
    const refundingMinor = sum?.refundingMinor ?? 0;
    const atBank = takenMinor - returnedMinor;
    if (atBank !== keptMinor + refundingMinor) {
      stuck.push(
        `${currency}: ${atBank} at the bank, ${keptMinor} kept and ${refundingMinor} still to refund`,
      );
    }
    total.takenMinor += takenMinor;
    total.returnedMinor += returnedMinor;
    total.refundingMinor += refundingMinor;
  }
  return total;
}
