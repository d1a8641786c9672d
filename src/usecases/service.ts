/**
 * Everything the service does, as the edge sees it: one function per thing. `create-service.ts` binds the
 * use cases to their ports.
 */

import type { Readable } from 'node:stream';
import type { Good } from '../domain/goods/good.ts';
import type { BackgroundColour } from '../domain/goods/id-photo.ts';
import type { OrderDetails } from '../domain/goods/parameters.ts';
import type { SheetPaper } from '../domain/goods/print-sheet.ts';
import type { OrderEventType } from '../domain/order-events.ts';
import type { Instant } from '../domain/zoned-time.ts';
import type { Caller } from './callers/caller.ts';
import type { IdempotencyClaim } from './callers/idempotency-store.ts';
import type { Identify } from './identify.ts';
import type { QueueFigures } from './jobs/job-store.ts';
import type { OrderWithRefund } from './orders/order-store.ts';
import type { StoredFile } from './ports/file-store.ts';
import type { PhotoVerdict } from './ports/image-work.ts';
import type { NotificationAnswer, RawNotification } from './ports/payment-provider.ts';

/** Credentials as they were shown; at most one of them decides: bearer, then basic, then cookie. */
export interface Credentials {
  readonly bearer?: string;
  readonly basic?: { readonly name: string; readonly password: string };
  /** The guest cookie's value. An invalid cookie counts as none. */
  readonly cookie?: string;
}

export interface IdempotencyKey {
  readonly key: string;
  /** Hash of the operation and its parameters. */
  readonly bodyHash: string;
}

export interface PlaceOrderCall {
  readonly caller: Caller;
  readonly functName: string;
  readonly goodsId: number;
  readonly details: OrderDetails;
  readonly fromUserId: number | null;
  readonly idempotency: IdempotencyKey | null;
  readonly requestId: string;
}

export interface PlacedOrder {
  readonly orderNo: string;
  /** Token of the guest user that this call created; null when the caller was known. */
  readonly guestToken: string | null;
  /** True when an earlier call with the same idempotency key was answered again. */
  readonly replayed: boolean;
}

/** An order as its reader may see it. */
export interface OrderView extends OrderWithRefund {
  /** Absolute and signed; null while there is no result, and once it is gone. */
  readonly resultUrl: string | null;
  /** A sentence for the customer once the work has failed; else null. */
  readonly failReason: string | null;
}

export interface PayOrderCall {
  readonly caller: Caller;
  readonly orderNo: string;
  /** Undefined: the first enabled provider. */
  readonly provider: string | undefined;
  /** Undefined: the provider's first channel. */
  readonly channel: string | undefined;
  readonly requestId: string;
}

/** `free`: the price was 0 and the order is paid now. Else what the provider's client needs. */
export type PaymentStart =
  | { readonly kind: 'free' }
  | { readonly kind: 'opened'; readonly clientData: Readonly<Record<string, string>> };

export interface UploadCall {
  readonly caller: Caller;
  /** The client's address, which has a share of the image processes. */
  readonly client: string;
  readonly source: Readable;
  readonly requestId: string;
}

export interface AcceptedUpload {
  readonly path: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface CheckPhotoCall {
  readonly caller: Caller;
  readonly client: string;
  readonly goodsId: number;
  readonly path: string;
  /** The order's parameters that matter to the verdict. */
  readonly details: OrderDetails;
  readonly withPreview: boolean;
}

export interface PhotoColourCall {
  readonly caller: Caller;
  readonly client: string;
  readonly orderNo: string;
  readonly colour: BackgroundColour;
}

export interface PhotoSheetCall {
  readonly caller: Caller;
  readonly client: string;
  readonly orderNo: string;
  readonly paper: SheetPaper;
  /** Null: the ordered one. */
  readonly colour: BackgroundColour | null;
}

export interface PhotoFile {
  /** Absolute and signed. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly copies: number;
}

export interface Membership {
  /** Null: never a member, or no longer. */
  readonly memberUntil: Instant | null;
  readonly active: boolean;
}

export type OrderFeedItem =
  /** The order now; `seq` is that of its newest history entry, `event` its type. */
  | { readonly kind: 'order'; readonly seq: number; readonly event: OrderEventType; readonly view: OrderView }
  | { readonly kind: 'progress'; readonly fraction: number }
  /** The newest payment of an unpaid order was declined; another may be opened. */
  | { readonly kind: 'declined'; readonly provider: string }
  /** Paid orders that are made before this one. */
  | { readonly kind: 'queue'; readonly place: number };

/** Answers of creating calls that are not written in one transaction with their effect. */
export type IdempotentStart =
  | { readonly kind: 'first'; readonly claim: IdempotencyClaim }
  | { readonly kind: 'replay'; readonly answer: string };

export interface Service {
  readonly identify: Identify;

  listGoods(): Promise<Good[]>;
  placeOrder(call: PlaceOrderCall): Promise<PlacedOrder>;
  fetchOrder(caller: Caller, orderNo: string): Promise<OrderView>;
  payOrder(call: PayOrderCall): Promise<PaymentStart>;
  cancelOrder(caller: Caller, orderNo: string, requestId: string): Promise<OrderView>;
  refundOrder(caller: Caller, orderNo: string, reason: string | null, requestId: string): Promise<OrderView>;
  /** @throws AppError `unauthenticated` for an anonymous caller. `before` is an order's `id`. */
  myOrders(caller: Caller, before: number | null, limit: number): Promise<OrderView[]>;
  myVip(caller: Caller): Promise<Membership>;
  acceptUpload(call: UploadCall): Promise<AcceptedUpload>;
  /** @throws AppError `invalid_parameters`, `upload_expired`, `unavailable`. */
  checkPhoto(call: CheckPhotoCall): Promise<PhotoVerdict>;
  /** @throws AppError `unknown_order`, `invalid_parameters`, `illegal_transition`, `result_expired`, `upload_expired`. */
  photoColour(call: PhotoColourCall): Promise<PhotoFile>;
  /** @throws AppError like `photoColour`. */
  photoSheet(call: PhotoSheetCall): Promise<PhotoFile>;
  /**
   * The order now, then every change after it, until `signal` aborts. `afterSeq`: changes up to that one
   * were seen already. Ends by itself when nothing can change any more.
   */
  watchOrder(
    caller: Caller,
    orderNo: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncIterable<OrderFeedItem>;
  /** @throws AppError `unknown_file` (forged or never existed), `link_expired`, `result_expired` (410). */
  openResult(file: string, expiresAt: string, signature: string): Promise<StoredFile>;

  /** @throws AppError `unknown_operation` for a provider that is not enabled. */
  receiveNotification(
    providerName: string,
    raw: RawNotification,
    requestId: string,
  ): Promise<NotificationAnswer>;

  /** @throws AppError `idempotency_key_reused`, `request_in_flight`, `invalid_parameters` (key too weak). */
  beginIdempotent(caller: Caller, operation: string, key: IdempotencyKey): Promise<IdempotentStart>;
  endIdempotent(claim: IdempotencyClaim, answer: string): Promise<void>;
  /** The call failed: the key may be used again. */
  abandonIdempotent(claim: IdempotencyClaim): Promise<void>;

  queueFigures(): Promise<QueueFigures>;
  /** Rejects when the service cannot do its work. */
  checkReady(): Promise<void>;
}
