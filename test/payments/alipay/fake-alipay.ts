/**
 * A fake of Alipay's servers: an HTTP gateway that keeps state, verifies requests and signs answers by the published
 * rules, and the pages that customers open. A test can set faults for the next calls.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { billOf } from './fake-bill.ts';
import { alipayKeys, applicationKeys, signRsa } from './fake-keys.ts';
import { type Answer, type FakeBills, fakeMethods, refusal } from './fake-methods.ts';
import { fieldsOf, notificationOf } from './fake-notices.ts';
import { type BizContent, offerOf, problemOf, type RequestFields } from './fake-requests.ts';
import { type FakeTrade, fakeTrades, type Offer, Refused } from './fake-trades.ts';

export const faults = [
  'none',
  'drop before',
  'drop after',
  '500 before',
  '500 after',
  'system error before',
  'system error after',
  'unsigned error',
  'wrong signature',
  'no signature',
  'garbage',
] as const;
export type Fault = (typeof faults)[number] | 'hang before' | 'hang after';

/** The time from the beginning of a day until its bill exists: Alipay makes the bill by 10:00 of the next day. */
const billReadyMs = 34 * 60 * 60_000;

export type FakeAlipay = Awaited<ReturnType<typeof startFakeAlipay>>;

/** @param service the service's clock */
export async function startFakeAlipay(service: Clock) {
  /** `always`: the fault of every call for which the plan has none. `skewMs`: how far Alipay's clock is ahead. */
  const setting: { always: Fault; skewMs: number } = { always: 'none', skewMs: 0 };
  const clock: Clock = { now: () => service.now() + setting.skewMs };
  const notices: RawNotification[] = [];
  const state = fakeTrades(clock, (trade, refund) => {
    notices.push(notificationOf(fieldsOf(trade, refund, clock.now())));
  });
  const codes = new Map<string, Offer>();
  /** The methods that were called, oldest first. */
  const calls: string[] = [];
  /** The faults of the next calls, in order. While the list is empty, `setting.always` applies. */
  const plan: Fault[] = [];
  const bills: FakeBills = { damage: (zip) => zip, readyMs: billReadyMs };

  const methods = fakeMethods({ clock, state, codes, bills, url: () => url });

  /** @returns Alipay's answer; undefined: Alipay never answers; `close`: Alipay closes the connection. */
  function gateway(fields: RequestFields): { status?: number; body: string } | 'close' | undefined {
    const method = fields.get('method') ?? '';
    calls.push(method);
    const key = `${method.replaceAll('.', '_')}_response`;
    const [fault, when] = (plan.shift() ?? setting.always).split(/ (?=before$|after$)/);
    const problem = problemOf(fields, clock, false);
    if (problem !== undefined) return { body: unsigned(refusal(problem)) };
    if (fault === 'unsigned error') return { body: unsigned(refusal('isv.missing-signature')) };
    const biz = JSON.parse(fields.get('biz_content') ?? '{}') as BizContent;
    const answer = when === 'before' ? systemError : methods(method, biz, fields);
    switch (fault) {
      case 'drop':
        return 'close';
      case 'hang':
        return undefined;
      case '500':
        return { status: 500, body: 'error' };
      case 'system error':
        return { body: signed(key, systemError) };
      case 'garbage':
        return { body: '<html>busy</html>' };
      case 'no signature':
        return { body: JSON.stringify({ [key]: answer }) };
      case 'wrong signature':
        return { body: signed(key, answer, applicationKeys.privateKey) };
      default:
        return { body: signed(key, answer) };
    }
  }

  /** The customer's browser opens the link of a payment page. @throws Refused when Alipay refuses the link. */
  function openPage(fields: RequestFields): FakeTrade {
    const problem = problemOf(fields, clock, true);
    const product = {
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
    };
    const method = fields.get('method');
    const biz = JSON.parse(fields.get('biz_content') ?? '{}') as BizContent;
    const isPage = method === 'alipay.trade.page.pay' || method === 'alipay.trade.wap.pay';
    if (problem !== undefined || !isPage) throw new Refused(problem ?? 'isv.invalid-method');
    if (biz.product_code !== product[method]) throw new Refused('ACQ.INVALID_PARAMETER');
    return state.visit(offerOf(biz, fields.get('notify_url') ?? ''));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const [, folder = '', name = ''] = pathname.split('/');
    if (folder === 'bill') {
      const zip = billOf(state.trades.values(), name, bills.title);
      return void (zip === undefined ? response.writeHead(404).end() : response.end(bills.damage(zip)));
    }
    if (request.method === 'POST') {
      const body = new URLSearchParams(await text(request));
      const answer = gateway(new Map([...searchParams, ...body]));
      if (answer === 'close') return void request.socket.destroy();
      return answer === undefined ? undefined : respond(response, answer.body, answer.status);
    }
    try {
      const code = codes.get(name);
      if (folder === 'qr' && code === undefined) throw new Refused('ACQ.TRADE_NOT_EXIST');
      respond(
        response,
        (code === undefined ? openPage(new Map(searchParams)) : state.visit(code)).outTradeNo,
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      respond(response, error.subCode, 400);
    }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      respond(response, String(error), 599);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake has no address');
  const url = `http://127.0.0.1:${address.port}`;

  return {
    ...state,
    gatewayUrl: `${url}/gateway.do`,
    /** The notifications that Alipay has sent, oldest first. */
    notices,
    calls,
    plan,
    setting,
    bills,
    /** The customer opens the link of a page, or scans a QR code. @throws Error when Alipay refuses. */
    async open(link: string): Promise<string> {
      const response = await fetch(link);
      const answer = await response.text();
      if (!response.ok) throw new Error(`Alipay shows ${answer}`);
      return answer;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const systemError: Answer = {
  code: '20000',
  msg: 'Service Currently Unavailable',
  sub_code: 'isp.unknow-error',
};

function signed(key: string, answer: Answer, signer = alipayKeys.privateKey): string {
  const content = JSON.stringify(answer);
  return `{"${key}":${content},"sign":"${signRsa(content, signer)}"}`;
}

function unsigned(answer: Answer): string {
  return JSON.stringify({ error_response: answer });
}

function respond(response: ServerResponse, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html;charset=utf-8' }).end(body);
}
