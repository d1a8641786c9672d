/** The client of the Photokiosk API: typed operations, uploads, idempotency keys, retries, and the wait for a result. */

import { oneGuest } from './one-guest.ts';
import type { Good, Operations, Order } from './openapi-types.ts';
import { parsedBody, pauseByTimer, type RepeatRules, repeatCall } from './repeat-call.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';
import { type OrderOutcome, type WaitOptions, waitForResult } from './wait-for-result.ts';

export interface PhotokioskOptions<FileOfPlatform> {
  /** The service's address, such as `https://photos.example`; empty for a page of the service itself. */
  readonly baseUrl: string;
  readonly transport: Transport<FileOfPlatform>;
  /** A guest token that was stored, or a JWT of the shop's identity provider. */
  readonly token?: string | null;
  /**
   * `cookie`: a page of the service itself, whose guest the browser's cookie identifies; the client then neither keeps
   * nor sends tokens. Default: `token`.
   */
  readonly credentials?: 'token' | 'cookie';
  /** Called with each new guest token. Store it: it gives access to the customer's orders and membership. */
  readonly onToken?: (token: string) => void;
  readonly retries?: Partial<RepeatRules>;
  /**
   * The customer's language as a BCP 47 tag, such as `en`, or a function that returns it and is called before each
   * call. `goods_list` returns texts in this language. Default: the language that the platform sends.
   */
  readonly language?: string | (() => string);
}

export interface CallOptions {
  /** Default: a new key. A call that an earlier process began needs the key of that process. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** A call that only reads may be repeated without a key. */
type ReadOptions = Omit<CallOptions, 'idempotencyKey'>;

export interface UploadOptions extends CallOptions {
  /** The `token` of another device's `create_photo_link`, whose order form receives the photo. */
  readonly photoLink?: string;
}

/** Operations with a JSON answer. `upload` and `waitForResult` call two of the others; `my_data` returns a ZIP file. */
export type OperationName = Exclude<keyof Operations, 'ext_upload' | 'order_events' | 'my_data'>;

export type Body<Name extends OperationName> = Operations[Name]['body'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

/** The body may be left out if the operation takes none, or all its parameters are optional. */
export type CallParameters<Name extends OperationName> =
  undefined extends Body<Name>
    ? [body?: Body<Name>, options?: CallOptions]
    : Record<string, never> extends Body<Name>
      ? [body?: Body<Name>, options?: CallOptions]
      : [body: Body<Name>, options?: CallOptions];

/** What an order contains besides `goods_id`; the good decides which of them it needs. */
export type OrderParameters = Omit<
  Body<'mark_order_zhaopianshangse'> &
    Partial<Body<'mark_order_id_photo'> & Body<'mark_order_photo_restore'> & Body<'mark_order_vip'>>,
  'goods_id' | 'path'
> & { readonly path?: string };

export interface Photokiosk<FileOfPlatform> {
  /** Calls any operation with a JSON answer. The body may be left out if it needs nothing. @throws ApiError */
  call<Name extends OperationName>(name: Name, ...parameters: CallParameters<Name>): Promise<Answer<Name>>;
  listGoods(options?: ReadOptions): Promise<readonly Good[]>;
  /** @returns the `path` for `order`. */
  upload(file: FileOfPlatform, options?: UploadOptions): Promise<Operations['ext_upload']['answer']>;
  /** Orders a good of `listGoods`. @returns the order's number, which is a secret of the customer. */
  order(
    good: Pick<Good, 'id' | 'funct_name'>,
    parameters?: OrderParameters,
    options?: CallOptions,
  ): Promise<string>;
  /** @returns the data that the provider's client needs, for example the `url` of a checkout page. */
  pay(
    orderNo: string,
    choice?: Omit<Body<'pay_order'>, 'order_no'>,
    options?: CallOptions,
  ): Promise<Answer<'pay_order'>>;
  /** Pays up to 20 orders by one payment. @returns what `pay` returns. */
  payTogether(
    orderNos: readonly string[],
    choice?: Omit<Body<'pay_orders'>, 'order_nos'>,
    options?: CallOptions,
  ): Promise<Answer<'pay_orders'>>;
  fetchOrder(orderNo: string, options?: ReadOptions): Promise<Order>;
  /**
   * Waits until the order is done, failed or cancelled, or a refund was requested. It does not wait for ever: an unpaid order
   * expires. It does not wait for the end of a refund, which can take days.
   */
  waitForResult(orderNo: string, options?: WaitOptions): Promise<OrderOutcome>;
  /** The token that calls send; null before the first order of a guest. */
  token(): string | null;
  /**
   * The token that later calls send: the one that `login` returned, or null after a call was refused with 401, so that
   * the customer goes on as a new guest. Does not call `onToken`.
   */
  setToken(token: string | null): void;
}

const operationsPath = '/index.php/v1/';

const repeatDefaults: RepeatRules = { retriesMax: 4, waitMsMax: 30_000, pause: pauseByTimer };

/** Besides the operations that order a good. */
const keyedOperations: ReadonlySet<string> = new Set<keyof Operations>([
  'end_guest_tokens',
  'ext_upload',
  'pay_order',
  'pay_orders',
  'refund_order',
  'report_problem',
]);

/** Operations that create something accept a key, so that a repetition has no second effect. */
function takesKey(name: string): boolean {
  return name.startsWith('mark_order_') || keyedOperations.has(name);
}

/** Operations that make a guest of a caller without a token, and return the token of this guest. */
function makesGuest(name: string): boolean {
  return name.startsWith('mark_order_') || name === 'face_consent';
}

/** The client's token when a request was sent. */
interface SentToken {
  readonly token: string | null;
  readonly changes: number;
}

export function createPhotokiosk<FileOfPlatform>(
  options: PhotokioskOptions<FileOfPlatform>,
): Photokiosk<FileOfPlatform> {
  const { transport, onToken, credentials: kind = 'token' } = options;
  const rules = { ...repeatDefaults, ...options.retries };
  const base = options.baseUrl.replace(/\/+$/, '') + operationsPath;
  let token = options.token ?? null;
  /** How many times `setToken` has changed the token. */
  let changes = 0;
  const asOneGuest = oneGuest(() => token !== null || kind === 'cookie');

  const credentials = (): Readonly<Record<string, string>> =>
    token === null ? {} : { authorization: `Bearer ${token}` };

  const languageHeader = (): Readonly<Record<string, string>> => {
    const { language } = options;
    if (language === undefined) return {};
    return { 'accept-language': typeof language === 'string' ? language : language() };
  };

  /**
   * Keeps the token of a response, unless the app has changed the token since the request was sent, for example by a
   * sign-in. If another response has changed it, only the token of `end_guest_tokens` is kept: it is newer than all
   * others, which have ended with it.
   */
  function keepToken(header: string | null, name: string, sent: SentToken): void {
    if (header === null || header === token || kind === 'cookie' || changes !== sent.changes) return;
    if (token !== sent.token && name !== 'end_guest_tokens') return;
    token = header;
    onToken?.(header);
  }

  async function send(
    name: string,
    body: TransportRequest<FileOfPlatform>['body'],
    { idempotencyKey, signal, photoLink }: UploadOptions,
  ): Promise<unknown> {
    // Every repetition of the call has the same key.
    const newKey = () => (takesKey(name) ? transport.newKey() : undefined);
    const sentKey = idempotencyKey ?? (await newKey());
    const key = sentKey === undefined ? {} : { 'idempotency-key': sentKey };
    const link = photoLink === undefined ? {} : { 'photo-link': photoLink };
    const type = body.kind === 'json' ? { 'content-type': 'application/json' } : {};
    const sendNow = async (): Promise<TransportAnswer> => {
      const sent = { token, changes };
      const answer = await repeatCall(
        transport,
        {
          method: 'POST',
          url: base + name,
          headers: { ...credentials(), ...languageHeader(), ...key, ...link, ...type },
          body,
          signal: signal ?? null,
        },
        'always',
        rules,
      );
      keepToken(answer.header('x-user-token'), name, sent);
      return answer;
    };
    return parsedBody(await (makesGuest(name) ? asOneGuest(sendNow, signal ?? null) : sendNow()));
  }

  function post(name: string, body: object, more: CallOptions): Promise<unknown> {
    return send(name, { kind: 'json', text: JSON.stringify(body) }, more);
  }

  const fetchOrder = async (orderNo: string, signal: AbortSignal | null = null) =>
    (await post('fetch_order', { order_no: orderNo }, signal === null ? {} : { signal })) as Order;

  function openEvents(orderNo: string) {
    const { openStream } = transport;
    if (openStream === null) return null;
    return (lastEventId: string | null, signal: AbortSignal | null) =>
      openStream({
        method: 'GET',
        url: `${base}order_events?order_no=${encodeURIComponent(orderNo)}`,
        headers: { ...credentials(), ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
        body: { kind: 'none' },
        signal,
      });
  }

  return {
    call: async (name, ...[body, more]) => (await post(name, body ?? {}, more ?? {})) as Answer<typeof name>,
    listGoods: async (more = {}) => (await post('goods_list', {}, more)) as readonly Good[],
    upload: async (file, more = {}) =>
      (await send('ext_upload', { kind: 'file', file }, more)) as Operations['ext_upload']['answer'],
    async order(good, parameters = {}, more = {}) {
      // The good names the operation that orders it. All of them have the same response.
      const answer = await post(good.funct_name, { goods_id: good.id, ...parameters }, more);
      return (answer as Answer<'mark_order_vip'>).order_no;
    },
    pay: async (orderNo, choice = {}, more = {}) =>
      (await post('pay_order', { order_no: orderNo, ...choice }, more)) as Answer<'pay_order'>,
    payTogether: async (orderNos, choice = {}, more = {}) =>
      (await post('pay_orders', { order_nos: orderNos.join(','), ...choice }, more)) as Answer<'pay_orders'>,
    fetchOrder: (orderNo, { signal = null } = {}) => fetchOrder(orderNo, signal),
    waitForResult: (orderNo, more = {}) =>
      waitForResult(
        {
          fetchOrder: (signal) => fetchOrder(orderNo, signal),
          openEvents: openEvents(orderNo),
          pause: rules.pause,
        },
        more,
      ),
    token: () => token,
    setToken(next) {
      if (next !== token) changes += 1;
      token = next;
    },
  };
}
