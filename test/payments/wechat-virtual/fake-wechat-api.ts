/**
 * A local server that behaves as api.weixin.qq.com: access tokens, sign-ins, virtual payment, managed delivery and
 * subscribe messages. A test sets the faults of the next calls, each before or after the call has its effect.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { createFakeComplaints } from '../wechat-api/fake-complaints.ts';
import { createFakeMessages } from '../wechat-api/fake-messages.ts';
import { createFakeShipping } from '../wechat-api/fake-shipping.ts';
import { type PushAccount, type PushFields, type PushStyle, pushMessage, writeMessage } from './fake-push.ts';
import { createFakeXpay, type FakeOrder, type FakeRefund, type XpayAnswer } from './fake-xpay.ts';

export const wechatAccount: PushAccount & { readonly appSecret: string } = {
  appId: 'wx0123456789abcdef',
  appSecret: 'app-secret-of-the-tests-0123456789',
  originalId: 'gh_0123456789ab',
  token: 'PushTokenOfTheTests',
  aesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
};

export type ApiFault =
  | 'none'
  | 'drop before'
  | 'drop after'
  | 'error before'
  | 'error after'
  | 'busy'
  | 'rate'
  | 'page'
  | 'hang';

export interface SentPush {
  readonly message: string;
  readonly raw: RawNotification;
}

export async function startFakeWechatApi(clock: Clock, account = wechatAccount) {
  const xpay = createFakeXpay(() => clock.now());
  const faults: ApiFault[] = [];
  const setting: { always: ApiFault; style: PushStyle; skewMs: number } = {
    always: 'none',
    style: { format: 'json', mode: 'secure' },
    skewMs: 0,
  };
  /** The requests that the server has received, oldest first. */
  const calls: { readonly path: string; readonly body: string }[] = [];
  const pushes: SentPush[] = [];
  const codes = new Map<string, { openId: string; sessionKey: string; used: boolean } | number>();
  const messages = createFakeMessages();
  const complaints = createFakeComplaints('wxa_out_trade_no');
  const shipping = createFakeShipping(account.appId, () => clock.now());
  /** Prepared answers by path: the next calls of a path get these answers, and have no other effect. */
  const answers = new Map<string, XpayAnswer[]>();
  const tokens = { valid: 'token-1', count: 1, forced: 0, refusedOnce: false };
  let nonces = 0;

  function issueToken({ appid, secret, grant_type: grant, force_refresh: isForced }: XpayAnswer): XpayAnswer {
    if (appid !== account.appId) return { errcode: 40013, errmsg: 'invalid appid' };
    if (secret !== account.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' };
    if (grant !== 'client_credential') return { errcode: 40002, errmsg: 'invalid grant_type' };
    if (isForced === true) {
      tokens.forced++;
      tokens.valid = `token-${++tokens.count}`;
      tokens.refusedOnce = false;
    }
    return { access_token: tokens.valid, expires_in: 7200 };
  }

  function codeToSession(query: URLSearchParams): XpayAnswer {
    if (query.get('secret') !== account.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' };
    const code = codes.get(query.get('js_code') ?? '');
    if (typeof code === 'number') return { errcode: code, errmsg: 'refused' };
    if (code === undefined) return { errcode: 40029, errmsg: 'invalid code' };
    if (code.used) return { errcode: 40163, errmsg: 'code been used' };
    code.used = true;
    xpay.sessions.set(code.openId, code.sessionKey);
    messages.customers.add(code.openId);
    return { openid: code.openId, session_key: code.sessionKey };
  }

  function withToken(path: string, query: URLSearchParams, text: string): XpayAnswer {
    if (query.get('access_token') !== tokens.valid || tokens.refusedOnce) {
      return { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' };
    }
    const planned = answers.get(path)?.shift();
    if (planned !== undefined) return planned;
    const body = JSON.parse(text) as XpayAnswer;
    if (path === '/wxa/sec/order/is_trade_managed') return shipping.isTradeManaged(body);
    if (path === '/wxa/sec/order/upload_shipping_info') return shipping.uploadShippingInfo(body);
    if (path === '/cgi-bin/message/subscribe/send') return messages.send(body);
    if (!xpay.isPaySigned(path, text, Number(body.env), query.get('pay_sig') ?? '')) {
      return { errcode: 268_490_003, errmsg: '签名错误' };
    }
    return callXpay(path, body);
  }

  function callXpay(path: string, body: XpayAnswer): XpayAnswer {
    switch (path) {
      case '/xpay/query_order':
        return xpay.queryOrder(body);
      case '/xpay/refund_order': {
        const answer = xpay.refundOrder(body);
        const refund = xpay.refunds.get(String(body.refund_order_id));
        if (answer.errcode === 0 && refund !== undefined && refund.status !== 'running') pushRefund(refund);
        return answer;
      }
      case '/xpay/notify_provide_goods': {
        const order = xpay.orders.get(String(body.order_id));
        if (order?.status !== 2) return { errcode: 268_490_002, errmsg: '订单状态错误' };
        Object.assign(order, { status: 4, delivered: 'by call' });
        return { errcode: 0, errmsg: 'ok' };
      }
      case '/xpay/get_complaint_list': {
        const { begin_date: begin, end_date: end, offset, limit } = body;
        if (Number(limit) < 1) return { errcode: 268_490_002, errmsg: 'limit错误' };
        const found = complaints.list(String(begin), String(end), Number(offset), Number(limit));
        return { errcode: 0, errmsg: 'ok', total: found.length, complaints: found };
      }
      case '/xpay/get_complaint_detail': {
        const complaint = complaints.detail(String(body.complaint_id));
        if (complaint === undefined) return { errcode: 268_490_002, errmsg: 'complaint_id错误' };
        return { errcode: 0, errmsg: 'ok', complaint };
      }
      case '/xpay/query_biz_balance':
        return { errcode: 0, errmsg: 'ok', balance_available: { amount: '1.00', currency_code: 'CNY' } };
      default:
        return { errcode: 43_002, errmsg: 'unknown path' };
    }
  }

  /** Sends a push as WeChat does, and keeps it so that a test can deliver it. */
  function push(fields: PushFields, style = setting.style): RawNotification {
    const message = writeMessage(
      {
        ToUserName: account.originalId,
        FromUserName: 'oWechatItself',
        CreateTime: Math.floor(clock.now() / 1000),
        MsgType: 'event',
        ...fields,
      },
      style.format,
    );
    const raw = sign(message, style);
    pushes.push({ message, raw });
    return raw;
  }

  function sign(message: string, style: PushStyle): RawNotification {
    const format = message.startsWith('<') ? 'xml' : 'json';
    return pushMessage(account, { ...style, format }, message, clock.now() + setting.skewMs, `n${++nonces}`);
  }

  function pushPayment(order: FakeOrder): RawNotification {
    return push({
      Event: 'xpay_goods_deliver_notify',
      OpenId: order.openId,
      OutTradeNo: order.orderNo,
      Env: order.env,
      ...(order.orderType === 7
        ? {}
        : {
            WeChatPayInfo: {
              MchOrderNo: `M${order.wxOrderId}`,
              TransactionId: '42',
              PaidTime: order.paidAt / 1000,
            },
          }),
      GoodsInfo: {
        ProductId: 'good_1_990',
        Quantity: 1,
        OrigPrice: order.fee,
        ActualPrice: order.paidFee,
        Attach: '',
      },
    });
  }

  function pushRefund(refund: FakeRefund): RawNotification {
    const { order } = refund;
    const isDone = refund.status === 'done';
    return push({
      Event: 'xpay_refund_notify',
      OpenId: order.openId,
      WxRefundId: refund.wxOrderId,
      MchRefundId: refund.refundNo,
      WxOrderId: order.wxOrderId,
      MchOrderId: order.orderNo,
      RefundFee: refund.fee,
      RetCode: isDone ? 0 : 1,
      RetMsg: isDone ? 'ok' : '账户异常',
      RefundStartTimestamp: Math.floor(refund.startedAt / 1000),
      RefundSuccTimestamp: isDone ? refund.finishedAt / 1000 : 0,
      RetryTimes: 0,
    });
  }

  function work(url: URL, body: string): XpayAnswer {
    if (url.pathname === '/cgi-bin/stable_token') return issueToken(JSON.parse(body) as XpayAnswer);
    if (url.pathname === '/sns/jscode2session') return codeToSession(url.searchParams);
    return withToken(url.pathname, url.searchParams, body);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', 'http://fake');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    calls.push({ path: target.pathname, body });
    const fault = faults.shift() ?? setting.always;
    if (fault === 'hang') return;
    if (fault === 'drop before') return void request.socket.destroy();
    if (fault === 'error before') return void response.writeHead(502).end('<html>bad gateway</html>');
    if (fault === 'busy') return void response.end('{"errcode":-1,"errmsg":"system error"}');
    if (fault === 'rate') return void response.end('{"errcode":268490015,"errmsg":"rate"}');
    if (fault === 'page') return void response.end('<html>a page of a proxy</html>');
    if (request.method === 'POST' && request.headers['content-length'] === undefined) {
      return void response.writeHead(412).end();
    }
    const result = JSON.stringify(work(target, body));
    if (fault === 'drop after') return void request.socket.destroy();
    if (fault === 'error after') return void response.writeHead(500).end('');
    response.writeHead(200, { 'content-type': 'application/json' }).end(result);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      xpay.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    xpay,
    faults,
    setting,
    calls,
    pushes,
    tokens,
    codes,
    messages,
    complaints,
    shipping,
    answers,
    push,
    pushPayment,
    pushRefund,
    /** WeChat sends a push again, with a new time and signature. */
    again: ({ message }: SentPush, style = setting.style) => sign(message, style),
    addCode(code: string, openId: string, sessionKey: string) {
      codes.set(code, { openId, sessionKey, used: false });
    },
    /** Makes the present access token invalid, as if another program had requested a new one. */
    replaceToken() {
      tokens.valid = `token-${++tokens.count}`;
    },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type FakeWechatApi = Awaited<ReturnType<typeof startFakeWechatApi>>;
