/**
 * A fake of WeChat Pay's servers: an HTTP server on this machine that verifies each request, keeps payments and
 * refunds, signs its answers, makes notifications, and makes requests fail as a test sets.
 */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { createFakeComplaints } from '../wechat-api/fake-complaints.ts';
import { fundBill, tradeBill } from './fake-bills.ts';
import { type KeyPair, rsaVerify, seal } from './fake-keys.ts';
import { type FakeOrder, type FakeRefund, type Reply, refuse } from './fake-records.ts';
import { account, createFakeSigner, type KeyMode, merchantKeys, strangerKeys } from './fake-signer.ts';
import { createFakeTrades } from './fake-trades.ts';

/**
 * `drop before`, `error before`: the request has no effect. `drop after`, `error after`: it has its effect, and the
 * answer is lost. `hang`: no answer. The others change the answer.
 */
export type Fault =
  | 'none'
  | 'drop before'
  | 'drop after'
  | 'hang'
  | 'error before'
  | 'error after'
  | 'too many requests'
  | 'not signed'
  | 'signed by a stranger'
  | 'probe'
  | 'old'
  | 'from the future'
  | 'changed after signing'
  | 'redirect'
  | 'web page';

const dayMs = 24 * 60 * 60_000;
const complaintsPath = '/v3/merchant-service/complaints-v2';

export interface NotifyOptions {
  readonly eventType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly apiV3Key?: string;
  readonly signedBy?: KeyPair | undefined;
  readonly skewMs?: number;
}

export type FakeWechat = Awaited<ReturnType<typeof startFakeWechat>>;

export async function startFakeWechat(clock: Clock, mode: KeyMode = 'public key') {
  const trades = createFakeTrades(clock, account);
  const complaints = createFakeComplaints('out_trade_no');
  const notices: RawNotification[] = [];
  const calls: string[] = [];
  const nonces = new Set<string>();
  const files = new Map<string, Buffer>();
  const faults: Fault[] = [];
  const setting = {
    skewMs: 0,
    signsWith: mode as string,
    /** The fault of every request while `faults` is empty. */
    always: 'none' as Fault,
    billState: 'ready' as 'ready' | 'creating' | 'wrong hash' | 'cut off',
    isGzip: true,
    /** Fields that replace the fields with the same names in every answer with status 200. */
    alteration: {} as object,
  };
  const { now, random, signedHeaders, certificateList, rotate } = createFakeSigner(clock, mode, setting);

  /** @returns a notification with this content. It is not sent anywhere. */
  function notification(content: object, options: NotifyOptions = {}): RawNotification {
    const { eventType = 'TRANSACTION.SUCCESS', apiV3Key = account.apiV3Key } = options;
    const plain = JSON.stringify(content);
    const resource = {
      ...seal(apiV3Key, plain, random(6), eventType.startsWith('REFUND') ? 'refund' : 'transaction'),
      original_type: eventType.startsWith('REFUND') ? 'refund' : 'transaction',
    };
    const event = {
      id: `EV-${random(8)}`,
      create_time: new Date(now()).toISOString(),
      resource_type: 'encrypt-resource',
      event_type: eventType,
      summary: '支付成功',
      resource,
    };
    const body = Buffer.from(JSON.stringify(event));
    const headers = { ...signedHeaders(body, options.signedBy, options.skewMs), ...options.headers };
    return { method: 'POST', query: {}, headers: { 'content-type': 'application/json', ...headers }, body };
  }

  /** The same event with a new time and signature, as when WeChat Pay repeats it. */
  function repeated(notice: RawNotification): RawNotification {
    return { ...notice, headers: { ...notice.headers, ...signedHeaders(Buffer.from(notice.body)) } };
  }

  function paymentNotice(order: FakeOrder): RawNotification {
    return notification({ ...trades.transaction(order), trade_state: 'SUCCESS' });
  }

  function refundNotice(refund: FakeRefund): RawNotification {
    const { status, ...fields } = trades.refundFields(refund);
    const content = { mchid: account.mchId, ...fields, refund_status: status };
    return notification(content, { eventType: `REFUND.${String(status)}` });
  }

  function authProblem(request: IncomingMessage, body: string): string | null {
    const { authorization = '' } = request.headers;
    const fields = new Map(
      [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const [timestamp, nonce] = [fields.get('timestamp') ?? '', fields.get('nonce_str') ?? ''];
    if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return 'scheme';
    if (fields.get('mchid') !== account.mchId) return 'mchid';
    if (fields.get('serial_no') !== account.mchSerial) return 'serial_no';
    const text = `${request.method}\n${request.url}\n${timestamp}\n${nonce}\n${body}\n`;
    if (!rsaVerify(merchantKeys.publicKey, Buffer.from(text), fields.get('signature') ?? ''))
      return 'signature';
    if (Math.abs(now() - Number(timestamp) * 1000) > 300_000) return 'timestamp';
    if (nonces.has(nonce)) trades.violations.push('a nonce was used twice');
    nonces.add(nonce);
    if (request.headers.accept !== 'application/json') return 'accept';
    if (!request.headers['user-agent']) return 'user-agent';
    const named = request.headers['wechatpay-serial'] ?? (mode === 'public key' ? '' : account.publicKeyId);
    if (named !== account.publicKeyId) trades.violations.push('another Wechatpay-Serial');
    if (body !== '' && !request.headers['content-length']) trades.violations.push('a body without length');
    return null;
  }

  function route(method: string, url: URL, body: string): Reply | Buffer {
    const { pathname: path, searchParams: query } = url;
    calls.push(`${method} ${path}`);
    const [, order, action = ''] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? [];
    if (order !== undefined && action === '' && method === 'GET') {
      if (query.get('mchid') === account.mchId) return trades.query(order);
      return refuse(400, 'PARAM_ERROR', 'mchid');
    }
    if (order !== undefined && method === 'POST') return trades.close(order, JSON.parse(body));
    const [, channel] = /^\/v3\/pay\/transactions\/(jsapi|native|h5)$/.exec(path) ?? [];
    if (channel !== undefined) return trades.open(channel, body);
    if (path === '/v3/refund/domestic/refunds') return requestRefund(body);
    const [, refund] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path) ?? [];
    if (refund !== undefined) return trades.queryRefund(decodeURIComponent(refund));
    if (path === '/v3/certificates') return certificateList();
    if (path === '/v3/bill/tradebill' || path === '/v3/bill/fundflowbill') return bill(path, query);
    if (path === '/v3/billdownload/file')
      return files.get(query.get('token') ?? '') ?? refuse(403, 'NO_AUTH', 'token');
    if (path.startsWith(complaintsPath)) return complaintReply(path, query);
    return refuse(404, 'RESOURCE_NOT_EXISTS', path);
  }

  function complaintReply(path: string, query: URLSearchParams): Reply {
    if (path !== complaintsPath) {
      const detail = complaints.detail(path.slice(complaintsPath.length + 1));
      return detail === undefined ? refuse(404, 'RESOURCE_NOT_EXISTS', path) : { status: 200, body: detail };
    }
    const [begin = '', end = '', merchant] = ['begin_date', 'end_date', 'complainted_mchid'].map((name) =>
      query.get(name),
    );
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const days = (Date.parse(end ?? '') - Date.parse(begin ?? '')) / dayMs;
    if (!(days >= 0 && days < 30) || limit > 50 || limit < 1 || merchant !== account.mchId) {
      return refuse(400, 'PARAM_ERROR', '日期');
    }
    const data = complaints.list(begin ?? '', end ?? '', offset, limit);
    return { status: 200, body: { data, limit, offset } };
  }

  function requestRefund(body: string): Reply {
    const fields = JSON.parse(body) as { out_refund_no: string };
    const isNew = !trades.refunds.has(fields.out_refund_no);
    const reply = trades.requestRefund(JSON.parse(body));
    const refund = trades.refunds.get(fields.out_refund_no);
    if (isNew && refund?.status === 'SUCCESS') notices.push(refundNotice(refund));
    return reply;
  }

  function bill(path: string, query: URLSearchParams): Reply {
    const day = Date.parse(`${query.get('bill_date')}T00:00:00Z`) / dayMs;
    if (setting.billState === 'creating') return refuse(400, 'STATEMENT_CREATING', '账单生成中');
    const isTrade = path === '/v3/bill/tradebill';
    const text = isTrade ? tradeBill(trades, account, day) : fundBill(trades, day);
    if (text === null) return refuse(400, 'NO_STATEMENT_EXIST', '账单不存在');
    const hash = createHash('sha1').update(text).digest('hex');
    const sent = setting.billState === 'cut off' ? text.slice(0, -40) : text;
    const token = random(16);
    files.set(token, setting.isGzip ? gzipSync(sent) : Buffer.from(sent));
    const hash_value = setting.billState === 'wrong hash' ? hash.replace(/^./, 'x') : hash;
    const download_url = `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${token}`;
    return { status: 200, body: { hash_type: 'SHA1', hash_value, download_url } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString();
    if (request.url === '/elsewhere') trades.violations.push('a redirect was followed');
    const fault = faults.shift() ?? setting.always;
    if (fault === 'hang') return;
    if (fault === 'drop before') return void request.socket.destroy();
    if (fault === 'error before') return void response.writeHead(500).end('{"code":"SYSTEM_ERROR"}');
    const problem = authProblem(request, body);
    if (problem !== null) {
      return void response
        .writeHead(401)
        .end(JSON.stringify({ code: 'SIGN_ERROR', message: `错误的签名 ${problem}` }));
    }
    if (fault === 'too many requests') {
      return void response.writeHead(429).end('{"code":"FREQUENCY_LIMITED","message":"频率超限"}');
    }
    const reply = route(request.method ?? '', new URL(request.url ?? '', 'http://fake'), body);
    if (fault === 'drop after') return void request.socket.destroy();
    if (fault === 'error after') return void response.writeHead(502).end('<html>bad gateway</html>');
    if (fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (fault === 'web page') return void response.writeHead(200).end('<html>sign in to this network</html>');
    if (reply instanceof Uint8Array) return void response.writeHead(200).end(reply);
    const altered = reply.status === 200 ? { ...reply.body, ...setting.alteration } : reply.body;
    const bytes = Buffer.from(altered === null ? '' : JSON.stringify(altered));
    const headers = answerHeaders(fault, bytes, String(request.headers['wechatpay-serial'] ?? ''));
    if (fault === 'changed after signing') return void response.writeHead(200, headers).end(`${bytes} `);
    response.writeHead(reply.status, headers).end(bytes);
  }

  function answerHeaders(fault: Fault, bytes: Buffer, named: string): Record<string, string> {
    const sign = (by?: KeyPair, skewMs?: number) => signedHeaders(bytes, by, skewMs, named);
    const type = { 'content-type': 'application/json; charset=utf-8', 'request-id': `08F-${calls.length}` };
    const { 'wechatpay-signature': signature = '', ...others } = sign();
    switch (fault) {
      case 'not signed':
        return type;
      case 'signed by a stranger':
        return { ...type, ...sign(strangerKeys) };
      case 'probe':
        return { ...type, ...others, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${signature}` };
      case 'old':
        return { ...type, ...sign(undefined, -301_000) };
      case 'from the future':
        return { ...type, ...sign(undefined, 301_000) };
      default:
        return { ...type, ...others, 'wechatpay-signature': signature };
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      trades.violations.push(`the fake failed: ${String(error)}`);
      request.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);

  return {
    trades,
    complaints,
    url: `http://127.0.0.1:${address.port}`,
    /** The notifications that WeChat Pay would send, oldest first. */
    notices,
    /** The calls that passed the verification. */
    calls,
    /** The faults of the next requests, one for each. */
    faults,
    setting,
    /** What customers paid and what was returned to them, by currency. */
    book: trades.book,
    notification,
    repeated,
    refundNotice,
    /** The customer pays. A test can set a wrong amount or currency, which the service must notice. */
    pay(
      outTradeNo: string,
      change: { total?: number; payerTotal?: number; currency?: string; late?: boolean } = {},
    ): RawNotification {
      const order = trades.pay(outTradeNo, change.late);
      order.total = change.total ?? order.total;
      order.payerTotal = change.payerTotal ?? order.total;
      order.currency = change.currency ?? order.currency;
      const notice = paymentNotice(order);
      notices.push(notice);
      return notice;
    },
    finishRefund(outRefundNo: string, status: 'SUCCESS' | 'CLOSED' | 'ABNORMAL'): RawNotification {
      const notice = refundNotice(trades.finishRefund(outRefundNo, status));
      notices.push(notice);
      return notice;
    },
    rotate,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
