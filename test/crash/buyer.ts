/**
 * Plays one customer of the crash test with a fake provider: the customer buys memberships and pays them at the
 * provider, and an operator refunds some of them. Records what the service acknowledged. A call without a response has
 * an unknown effect.
 */

import type { Bank, RefundPlan } from '../payments/banks/bank.ts';
import { type Answer, type Fields, fieldsOf, type HttpClient, textField } from '../support/http-client.ts';
import { pause } from '../support/wait-until.ts';
import type { Chance } from './chance.ts';

/** One call of `mark_order_vip`, its retries included. */
export interface Request {
  /** Sent as `from_user_id`, so that the order can be found even if the response was lost. */
  readonly serial: number;
  /** Whether the call had an idempotency key. Such a call is repeated until it gets a response. */
  readonly keyed: boolean;
  readonly orderNos: Set<string>;
}

/** What the service acknowledged to customers and operators. */
export interface Deeds {
  readonly requests: Map<number, Request>;
  readonly cancelled: Set<string>;
  readonly refundsRequested: Set<string>;
  /** Responses that should never occur. */
  readonly unexpected: string[];
  /** The number of calls that got no response. */
  unanswered: number;
}

export function noDeeds(): Deeds {
  return {
    requests: new Map(),
    cancelled: new Set(),
    refundsRequested: new Set(),
    unexpected: [],
    unanswered: 0,
  };
}

export interface Marketplace {
  readonly client: HttpClient;
  readonly bank: Bank;
  readonly goodsId: number;
  readonly deeds: Deeds;
  readonly operatorPassword: string;
  readonly runName: string;
  nextSerial(): number;
  up(): Promise<void>;
  isOver(): boolean;
}

/** The maximum number of tries of one call: more than can fail during one restart. */
const triesMax = 50;
const paidWithinMs = 3_000;

export async function buyUntilOver(market: Marketplace, chance: Chance): Promise<void> {
  while (!market.isOver()) await createBuyer(market, chance).buy();
}

function createBuyer(market: Marketplace, chance: Chance) {
  const { client, bank, deeds } = market;
  const serial = market.nextSerial();
  const buyer = `${market.runName}-${serial}`;
  let token: string | null = null;

  /** @returns undefined without a response, or when the service was starting or stopping (503). */
  async function attempt(
    operation: string,
    parameters: Fields,
    expected: readonly number[],
    options: Parameters<HttpClient['post']>[2] = { token },
  ): Promise<Answer | undefined> {
    await market.up();
    try {
      const answer = await client.post(operation, parameters, options);
      if (answer.status === 503) return undefined;
      if (!expected.includes(answer.status)) {
        deeds.unexpected.push(`${operation} answered ${answer.status}: ${answer.text}`);
      }
      token = answer.headers.get('x-user-token') ?? token;
      return answer;
    } catch {
      deeds.unanswered++;
      return undefined;
    }
  }

  async function untilAnswered(call: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    for (let tries = 0; tries < triesMax; tries++) {
      const answer = await call();
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  function placeOrder(): Promise<string | undefined> {
    return place(serial, chance.happens(70));
  }

  /** Every further order has an idempotency key: without one, the service could take it for a repetition of the first. */
  function placeAnother(): Promise<string | undefined> {
    return place(market.nextSerial(), true);
  }

  async function place(number: number, keyed: boolean): Promise<string | undefined> {
    const request: Request = { serial: number, keyed, orderNos: new Set() };
    deeds.requests.set(number, request);
    const parameters = { goods_id: market.goodsId, num: chance.integer(1, 3), from_user_id: number };
    // A repeat uses the token of the first call, because idempotency keys belong to their caller.
    const options = { token, ...(keyed ? { idempotencyKey: `${buyer}-order-${number}` } : {}) };
    const send = async () => {
      const answer = await attempt('mark_order_vip', parameters, [200], options);
      if (answer?.status === 200) request.orderNos.add(textField(answer.fields, 'order_no'));
      return answer;
    };
    await (keyed ? untilAnswered(send) : send());
    if (keyed && chance.happens(15)) await send();
    return [...request.orderNos][0];
  }

  /**
   * The customer of a mini program signs in before the order. A sign-in code is valid once, so each try needs a new
   * code.
   */
  async function signIn(): Promise<boolean> {
    for (let tries = 0; tries < triesMax; tries++) {
      const code = bank.loginCode(buyer);
      if (code === null) return true;
      const answer = await attempt('login', { provider: 'wechat', code }, [200]);
      if (answer?.status === 200) token = textField(answer.fields, 'token');
      if (answer !== undefined) return answer.status === 200;
    }
    return false;
  }

  async function startPayment(
    orderNos: readonly string[],
    channel: string,
  ): Promise<Record<string, string> | undefined> {
    const way = { provider: bank.name, channel };
    const [orderNo = ''] = orderNos;
    const isJoint = orderNos.length > 1;
    const orders = isJoint ? { order_nos: orderNos.join(',') } : { order_no: orderNo };
    // 409: an order is paid or cancelled already.
    const answer = await untilAnswered(() =>
      attempt(isJoint ? 'pay_orders' : 'pay_order', { ...orders, ...way }, [200, 409]),
    );
    if (answer?.status !== 200) return undefined;
    const texts = Object.entries(fieldsOf(answer.value)).map(([name, value]) => [name, String(value)]);
    return Object.fromEntries(texts);
  }

  /** Pays at the provider, which refuses a payment that was closed or made already. */
  function pay(orderNo: string, channel = chance.pick(bank.channels)): Promise<void> {
    return payTogether([orderNo], channel);
  }

  async function payTogether(
    orderNos: readonly string[],
    channel = chance.pick(bank.channels),
  ): Promise<void> {
    const clientData = await startPayment(orderNos, channel);
    if (clientData === undefined) return;
    // Many customers leave the payment page open for a while.
    if (chance.happens(30)) await pause(chance.integer(0, 500));
    const plan = chance.pick<RefundPlan>(['done', 'done', 'pending', 'failed']);
    await bank.pay({ buyer, clientData, plan }).catch(() => undefined);
  }

  async function cancel(orderNo: string): Promise<void> {
    // 409: the payment arrived first.
    const answer = await attempt('cancel_order', { order_no: orderNo }, [200, 409]);
    if (answer?.status === 200) deeds.cancelled.add(orderNo);
  }

  /** @returns whether the service records the payment within some seconds. */
  async function isPaid(orderNo: string): Promise<boolean> {
    const until = performance.now() + paidWithinMs;
    while (performance.now() < until && !market.isOver()) {
      const answer = await attempt('fetch_order', { order_no: orderNo }, [200]);
      if (answer?.fields.status === 'pay') return true;
      await pause(60);
    }
    return false;
  }

  async function requestRefund(orderNo: string): Promise<void> {
    const basic = { name: 'admin', password: market.operatorPassword };
    // 409: the refund has begun already. 429: a check of a password that a kill ends counts as a wrong password.
    const answer = await attempt('refund_order', { order_no: orderNo }, [200, 409, 429], { basic });
    if (answer?.status === 200) deeds.refundsRequested.add(orderNo);
  }

  /** Pays two orders by one payment, often while one of them is cancelled, refunded or paid by itself. */
  async function buyTogether(first: string): Promise<void> {
    const second = await placeAnother();
    if (second === undefined) return;
    const both = [first, second];
    switch (chance.pick(['pay', 'pay', 'race', 'pay one', 'refund', 'leave'])) {
      case 'pay':
        return payTogether(both);
      case 'race':
        return void (await Promise.all([
          payTogether(both),
          pause(chance.integer(0, 300)).then(() => cancel(second)),
        ]));
      case 'pay one':
        return void (await Promise.all([payTogether(both), pay(first)]));
      case 'refund':
        await payTogether(both);
        if (await isPaid(second)) await requestRefund(second);
        return;
      case 'leave':
        return void (await startPayment(both, chance.pick(bank.channels)));
    }
  }

  return {
    async buy(): Promise<void> {
      if (!(await signIn())) return;
      const orderNo = await placeOrder();
      if (orderNo === undefined) return;
      if (bank.takesJointPayments && chance.happens(30)) return buyTogether(orderNo);
      switch (
        chance.pick(['pay', 'pay', 'pay', 'pay twice', 'race', 'refund', 'refund', 'cancel', 'leave'])
      ) {
        case 'pay':
          return pay(orderNo);
        case 'pay twice':
          return void (await Promise.all(bank.channels.map((channel) => pay(orderNo, channel))));
        case 'race':
          return void (await Promise.all([
            pay(orderNo),
            pause(chance.integer(0, 300)).then(() => cancel(orderNo)),
          ]));
        case 'refund':
          await pay(orderNo);
          if (!(await isPaid(orderNo))) return;
          // Sometimes send two requests at once, as two operators or a double click do.
          return void (await Promise.all([
            requestRefund(orderNo),
            chance.happens(30) && requestRefund(orderNo),
          ]));
        case 'cancel':
          if (chance.happens(60)) await startPayment([orderNo], chance.pick(bank.channels));
          return cancel(orderNo);
        case 'leave':
          return void (await startPayment([orderNo], chance.pick(bank.channels)));
      }
    },
  };
}
