/**
 * A local Alipay: a gateway over HTTP that keeps state, verifies requests and signs answers by the published rules, the
 * pages that customers open, and faults in the order in which a test sets them.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { billOf } from './fake-bill.ts';
import { account, alipayKeys, applicationKeys, isSignedBy, signedText, signRsa } from './fake-keys.ts';
import { fieldsOf, notificationOf } from './fake-notices.ts';
import { beijing, fromBeijing, fromYuan, yuan } from './fake-times.ts';
import { type FakeTrade, fakeTrades, type Offer, Refused, returnedMinor } from './fake-trades.ts';

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

type Answer = Readonly<Record<string, unknown>>;

const timestampSkewMsMax = 15 * 60_000;
const billMethod = 'alipay.data.dataservice.bill.downloadurl.query';
/** Alipay makes the bill of a day until 10:00 of the next day. */
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
  /** The faults of the next calls. An empty list: none. */
  const plan: Fault[] = [];
  const bills: { title?: string; damage: (zip: Buffer) => Buffer; readyMs: number } = {
    damage: (zip) => zip,
    readyMs: billReadyMs,
  };

  /** @returns the problem of a request, as Alipay names it. */
  function problemOf(fields: ReadonlyMap<string, string>, isLink: boolean): string | undefined {
    if (fields.get('app_id') !== account.appId) return 'isv.invalid-app-id';
    if (fields.get('sign_type') !== 'RSA2' || fields.get('version') !== '1.0')
      return 'isv.invalid-signature-type';
    if (fields.get('charset') !== 'utf-8') return 'isv.invalid-charset';
    const ageMs = Math.abs(fromBeijing(fields.get('timestamp') ?? '') - clock.now());
    // A customer may open a link long after it was signed.
    if (!(ageMs < (isLink ? Infinity : timestampSkewMsMax))) return 'isv.invalid-timestamp';
    const signature = fields.get('sign') ?? '';
    return isSignedBy(signedText(fields), signature, applicationKeys.publicKey)
      ? undefined
      : 'isv.invalid-signature';
  }

  function offerOf(biz: Readonly<Record<string, string>>, notifyUrl: string): Offer {
    const { out_trade_no: outTradeNo = '', total_amount = '', subject = '', time_expire = '' } = biz;
    if (!/^\w{1,64}$/.test(outTradeNo) || subject === '' || /[/=&]/.test(subject)) {
      throw new Refused('ACQ.INVALID_PARAMETER');
    }
    const expiresAt = fromBeijing(time_expire);
    if (Number.isNaN(expiresAt)) throw new Refused('ACQ.INVALID_PARAMETER');
    return { outTradeNo, totalMinor: fromYuan(total_amount), subject, expiresAt, notifyUrl };
  }

  const numbers = ({ outTradeNo, tradeNo }: FakeTrade) => ({ out_trade_no: outTradeNo, trade_no: tradeNo });

  function work(
    method: string,
    biz: Readonly<Record<string, string>>,
    fields: ReadonlyMap<string, string>,
  ): Answer {
    const { out_trade_no = '', out_request_no = '' } = biz;
    switch (method) {
      case 'alipay.trade.query': {
        const trade = state.byNo(out_trade_no);
        const paid = trade.paidAt === null ? {} : { send_pay_date: beijing(trade.paidAt) };
        return {
          ...numbers(trade),
          trade_status: trade.status,
          total_amount: yuan(trade.totalMinor),
          ...paid,
        };
      }
      case 'alipay.trade.close':
        return numbers(state.close(out_trade_no));
      case 'alipay.trade.precreate': {
        const offer = offerOf(biz, fields.get('notify_url') ?? '');
        const known = state.trades.get(offer.outTradeNo);
        if (known !== undefined) state.visit(offer);
        for (const other of codes.values()) {
          if (other.outTradeNo === offer.outTradeNo && other.totalMinor !== offer.totalMinor) {
            throw new Refused('ACQ.CONTEXT_INCONSISTENT');
          }
        }
        codes.set(offer.outTradeNo, offer);
        return { out_trade_no, qr_code: `${url}/qr/${offer.outTradeNo}` };
      }
      case 'alipay.trade.refund': {
        const { trade, fundChange } = state.refund(
          out_trade_no,
          out_request_no,
          fromYuan(biz.refund_amount ?? ''),
        );
        return { ...numbers(trade), fund_change: fundChange, refund_fee: yuan(returnedMinor(trade)) };
      }
      case 'alipay.trade.fastpay.refund.query': {
        const trade = state.byNo(out_trade_no);
        const refund = trade.refunds.find(({ outRequestNo }) => outRequestNo === out_request_no);
        if (refund === undefined) return {};
        const status = refund.state === 'done' ? { refund_status: 'REFUND_SUCCESS' } : {};
        return { ...numbers(trade), out_request_no, refund_amount: yuan(refund.amountMinor), ...status };
      }
      case billMethod: {
        const day = biz.bill_date ?? '';
        const isReady = clock.now() >= fromBeijing(`${day} 00:00:00`) + bills.readyMs;
        if (!isReady || billOf(state.trades.values(), day) === undefined)
          throw new Refused('isp.bill_not_exist');
        return { bill_download_url: `${url}/bill/${day}` };
      }
      default:
        throw new Refused('isv.invalid-method');
    }
  }

  function workSafely(
    method: string,
    biz: Readonly<Record<string, string>>,
    fields: ReadonlyMap<string, string>,
  ) {
    try {
      return { code: '10000', msg: 'Success', ...work(method, biz, fields) };
    } catch (error) {
      if (error instanceof Refused) return refusal(error.subCode);
      throw error;
    }
  }

  async function gateway(fields: ReadonlyMap<string, string>, response: ServerResponse): Promise<void> {
    const method = fields.get('method') ?? '';
    calls.push(method);
    const fault = plan.shift() ?? setting.always;
    const key = `${method.replaceAll('.', '_')}_response`;
    const problem = problemOf(fields, false);
    if (problem !== undefined) return respond(response, unsigned(refusal(problem)));
    if (fault === 'drop before') return void response.socket?.destroy();
    if (fault === 'hang before') return;
    if (fault === '500 before') return respond(response, 'error', 500);
    if (fault === 'system error before') return respond(response, signed(key, systemError));
    if (fault === 'unsigned error') return respond(response, unsigned(refusal('isv.missing-signature')));
    const answer = workSafely(method, JSON.parse(fields.get('biz_content') ?? '{}'), fields);
    if (fault === 'drop after') return void response.socket?.destroy();
    if (fault === 'hang after') return;
    if (fault === '500 after') return respond(response, 'error', 500);
    if (fault === 'system error after') return respond(response, signed(key, systemError));
    if (fault === 'garbage') return respond(response, '<html>busy</html>');
    if (fault === 'no signature') return respond(response, JSON.stringify({ [key]: answer }));
    const signer = fault === 'wrong signature' ? applicationKeys.privateKey : alipayKeys.privateKey;
    respond(response, signed(key, answer, signer));
  }

  /** The customer's browser. @throws Refused */
  function openPage(fields: ReadonlyMap<string, string>): FakeTrade {
    const problem = problemOf(fields, true);
    const product = {
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
    };
    const method = fields.get('method');
    const biz = JSON.parse(fields.get('biz_content') ?? '{}') as Record<string, string>;
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
      return gateway(new Map([...searchParams, ...body]), response);
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

function refusal(subCode: string): Answer {
  return { code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '业务处理失败' };
}

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
