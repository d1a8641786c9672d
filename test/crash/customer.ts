/**
 * A customer who orders, pays, cancels and requests refunds at random, and records what the service acknowledged. A
 * call without a response has an unknown effect. Only calls with an idempotency key are repeated.
 */

import type { Answer, Fields, HttpClient } from '../support/http-client.ts';
import { textField } from '../support/http-client.ts';
import type { SamplePhotos } from '../support/sample-photos.ts';
import { pause } from '../support/wait-until.ts';
import type { Chance } from './chance.ts';
import type { Facts, OrderRequest } from './facts.ts';

export interface Good {
  readonly id: number;
  readonly price: number;
  readonly functName: string;
  /** The price for members. */
  readonly memberPrice: number;
}

/** The service, the goods and the facts, which all customers of a run share. */
export interface Market {
  readonly client: HttpClient;
  readonly goods: readonly [Good, ...Good[]];
  readonly photos: SamplePhotos;
  readonly facts: Facts;
  readonly operatorPassword: string;
  /** Part of every idempotency key, so that keys differ from those of earlier runs on the same database. */
  readonly runName: string;
  nextSerial(): number;
  /** Resolves when the service is running. */
  up(): Promise<void>;
  /** Whether the customer may pay for a picture. A picture takes seconds, so few are paid for between two kills. */
  takePicture(orderNo: string): boolean;
  isOver(): boolean;
}

type Outcome = 'paid' | 'twice' | 'lost' | 'declined' | 'late';

/** The maximum number of tries of one call: more than can fail during one restart. */
const triesMax = 50;
/**
 * The pause after a 503, much shorter than the `Retry-After` of the service. All tries together take longer than a
 * failover to another database server.
 */
const retryAfterMs = 300;
const uploadsKept = 5;

export async function shopUntilOver(market: Market, chance: Chance): Promise<void> {
  const customer = createCustomer(market, chance);
  while (!market.isOver()) await customer.visit();
}

function createCustomer(market: Market, chance: Chance) {
  const { client, facts } = market;
  const uploads: string[] = [];
  let token: string | null = null;
  let mayBeMember = false;

  /** @returns undefined without a response, or when the service was starting or stopping (503). */
  async function attempt(what: string, call: () => Promise<Answer>): Promise<Answer | undefined> {
    await market.up();
    try {
      const answer = await call();
      token = answer.headers.get('x-user-token') ?? token;
      if (answer.status === 503) {
        await pause(retryAfterMs);
        return undefined;
      }
      if (answer.status >= 500) facts.unexpected.push(`${what} answered ${answer.status}: ${answer.text}`);
      return answer;
    } catch {
      facts.unanswered++;
      return undefined;
    }
  }

  function reportUnexpected(what: string, answer: Answer): void {
    facts.unexpected.push(`${what} answered ${answer.status}: ${answer.text}`);
  }

  async function uploadedPath(): Promise<string | undefined> {
    const [newest, ...older] = uploads;
    if (newest !== undefined && chance.happens(90)) return chance.pick([newest, ...older]);
    const photo = chance.pick([market.photos.portrait, market.photos.old, market.photos.noFace]);
    const answer = await attempt('ext_upload', () => client.upload(photo, { token }));
    if (answer === undefined) return undefined;
    if (answer.status !== 200) {
      reportUnexpected('ext_upload', answer);
      return undefined;
    }
    const path = textField(answer.fields, 'path');
    facts.uploads.add(path);
    uploads.unshift(path);
    uploads.splice(uploadsKept);
    return path;
  }

  async function parametersFor(good: Good): Promise<Fields | undefined> {
    if (good.functName === 'mark_order_vip') return { num: chance.integer(1, 36) };
    const path = await uploadedPath();
    if (path === undefined) return undefined;
    if (good.functName === 'mark_order_zhaopianshangse') return { path };
    return { path, color: chance.pick(['blue', 'red', 'white']) };
  }

  async function send(request: OrderRequest, as: string | null): Promise<Answer | undefined> {
    const { functName, goodsId, serial, parameters, keyed } = request;
    const key = keyed ? { idempotencyKey: `${market.runName}-order-${serial}` } : {};
    const answer = await attempt(functName, () =>
      client.post(
        functName,
        { goods_id: goodsId, from_user_id: serial, ...parameters },
        { token: as, ...key },
      ),
    );
    if (answer === undefined) return undefined;
    if (answer.status === 200) request.orderNos.add(textField(answer.fields, 'order_no'));
    else reportUnexpected(functName, answer);
    if (answer.headers.get('idempotent-replayed') === 'true') facts.replayed++;
    return answer;
  }

  async function placeOrder(): Promise<{ orderNo: string; good: Good } | undefined> {
    const good = chance.pick(market.goods);
    const parameters = await parametersFor(good);
    if (parameters === undefined) return undefined;
    const months = typeof parameters.num === 'number' ? parameters.num : 1;
    const request: OrderRequest = {
      serial: market.nextSerial(),
      functName: good.functName,
      goodsId: good.id,
      parameters,
      keyed: chance.happens(60),
      rightPrices: [good.price * months, ...(mayBeMember ? [good.memberPrice * months] : [])],
      orderNos: new Set(),
    };
    facts.requests.set(request.serial, request);
    // A repeat uses the token of the first call, because idempotency keys belong to their caller.
    const as = token;
    let answer = await send(request, as);
    for (let tries = 1; answer === undefined && request.keyed && tries < triesMax; tries++) {
      answer = await send(request, as);
    }
    if (request.keyed && chance.happens(20)) await send(request, as);
    const [orderNo] = request.orderNos;
    return orderNo === undefined ? undefined : { orderNo, good };
  }

  async function checkoutUrl(orderNo: string): Promise<string | undefined> {
    for (let tries = 0; tries < 3; tries++) {
      const answer = await attempt('pay_order', () =>
        client.post('pay_order', { order_no: orderNo }, { token }),
      );
      if (answer?.status === 200) return textField(answer.fields, 'url');
      if (answer !== undefined) {
        reportUnexpected('pay_order', answer);
        return undefined;
      }
    }
    return undefined;
  }

  async function pay(orderNo: string, outcome: Outcome): Promise<boolean> {
    const url = await checkoutUrl(orderNo);
    if (url === undefined) return false;
    const paymentNo = url.slice(url.lastIndexOf('/') + 1);
    const payment = facts.payments.get(paymentNo) ?? { orderNo, taken: false };
    facts.payments.set(paymentNo, payment);
    const plan = chance.pick(['done', 'done', 'done', 'pending', 'failed']);
    const answer = await attempt('checkout', () => client.checkout(url, outcome, plan));
    if (answer === undefined) return false;
    // 409: the payment is already decided at the bank, and the service does not know yet.
    if (answer.status !== 200 && answer.status !== 409) reportUnexpected('checkout', answer);
    payment.taken ||= answer.fields.state === 'paid';
    return true;
  }

  async function cancel(orderNo: string): Promise<void> {
    const answer = await attempt('cancel_order', () =>
      client.post('cancel_order', { order_no: orderNo }, { token }),
    );
    if (answer?.status === 200) facts.cancelled.add(orderNo);
    // 409: the payment arrived first.
    else if (answer !== undefined && answer.status !== 409) reportUnexpected('cancel_order', answer);
  }

  async function requestRefund(orderNo: string): Promise<void> {
    const basic = { name: 'admin', password: market.operatorPassword };
    const as = chance.happens(30) ? { basic } : { token };
    const answer = await attempt('refund_order', () =>
      client.post('refund_order', { order_no: orderNo }, as),
    );
    if (answer?.status === 200) facts.refundsRequested.add(orderNo);
    // 409: the work has begun, the payment notification was lost, or the refund has begun already.
    else if (answer !== undefined && answer.status !== 409) reportUnexpected('refund_order', answer);
  }

  async function payAtRandom(orderNo: string): Promise<void> {
    const outcome = chance.pick<Outcome>(['paid', 'paid', 'paid', 'twice', 'lost', 'declined', 'late']);
    if (!(await pay(orderNo, outcome))) return;
    if (outcome === 'declined' && chance.happens(60)) await pay(orderNo, 'paid');
    if (outcome === 'late' || outcome === 'lost') {
      if (chance.happens(60)) await cancel(orderNo);
      return;
    }
    if (chance.happens(20)) await requestRefund(orderNo);
  }

  return {
    async visit(): Promise<void> {
      const placed = await placeOrder();
      if (placed === undefined) return;
      const { orderNo, good } = placed;
      const choice = chance.pick(['pay', 'pay', 'pay', 'cancel', 'leave']);
      if (choice === 'cancel') return cancel(orderNo);
      if (choice === 'leave') return;
      const isMembership = good.functName === 'mark_order_vip';
      if (!isMembership && !market.takePicture(orderNo)) return;
      mayBeMember ||= isMembership;
      return payAtRandom(orderNo);
    },
  };
}
