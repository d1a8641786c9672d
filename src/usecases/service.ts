/**
 * The operations for clients, as the HTTP layer calls them: one function for each operation, without HTTP.
 * `create-service.ts` implements them. The routes of the console call their use cases directly.
 */

import type { Readable } from 'node:stream';
import type { DocumentRule } from '../domain/documents/document-rule.ts';
import type { ReportLine } from '../domain/documents/judge-photo.ts';
import type { PhotoMark } from '../domain/documents/photo-marks.ts';
import type { Good } from '../domain/goods/good.ts';
import type { BackgroundColour } from '../domain/goods/id-photo.ts';
import type { OrderDetails } from '../domain/goods/parameters.ts';
import type { SheetPaper } from '../domain/goods/print-sheet.ts';
import type { Language } from '../domain/language.ts';
import type { OrderEventType } from '../domain/order-events.ts';
import type { Instant } from '../domain/zoned-time.ts';
import type { Caller } from './callers/caller.ts';
import type { Credentials } from './callers/credentials.ts';
import type { IdempotencyClaim } from './callers/idempotency-store.ts';
import type { OrderEmails } from './emails/order-emails.ts';
import type { Identify } from './identify.ts';
import type { QueueFigures } from './jobs/job-store.ts';
import type { DiskSpace } from './jobs/service-facts.ts';
import type { EndedTokens, EndingKey } from './members/end-guest-tokens.ts';
import type { ConsentOutcome, ConsentState } from './members/face-consent.ts';
import type { OrderWithRefund } from './orders/order-store.ts';
import type { PaymentStart, PayOrdersCall } from './payments/pay-orders.ts';
import type { HandledNotification } from './payments/receive-notification.ts';
import type { PhotoLinkCalls } from './pictures/photo-link.ts';
import type { StoredFile } from './ports/file-store.ts';
import type { PhotoVerdict } from './ports/image-work.ts';
import type { RawNotification } from './ports/payment-provider.ts';
import type { ProblemView } from './problems/list-problems.ts';
import type { ReportedProblem } from './problems/report-problem.ts';
import type { OpenDifferences } from './reconciliation/reconciliation-store.ts';
import type { OwnData } from './retention/export-mine.ts';
import type { WebhookEndpoint } from './webhooks/endpoint-store.ts';

export interface IdempotencyKey {
  readonly key: string;
  /** The client for which rate limits count the request. It distinguishes anonymous callers from each other. */
  readonly client: string;
  /** Hash of the operation and its parameters. A repeated call with the same key and another hash is refused. */
  readonly bodyHash: string;
  /** The order whose erasure deletes the stored response, as in `IdempotencyRecord`; default: none. */
  readonly orderNo?: string;
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
  /** Token of the guest user that this call created; null when the caller already is a user or guest. */
  readonly guestToken: string | null;
  /** True when the response is the stored response of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** An order with a link to its result, for a reader who may see it. */
export interface OrderView extends OrderWithRefund {
  /** A signed absolute link to the result; null while there is no result and after the result was purged. */
  readonly resultUrl: string | null;
  /** A sentence for the customer that says why the work failed; null unless it failed. */
  readonly failReason: string | null;
}

export interface LoginCall {
  readonly caller: Caller;
  readonly provider: string;
  /**
   * The sign-in code that the customer's device has received from the provider, for example the `code` of `wx.login`.
   */
  readonly code: string;
  readonly requestId: string;
}

export interface SignedIn {
  readonly userId: number;
  readonly token: string;
  readonly expiresInS: number;
}

export interface UploadCall {
  readonly caller: Caller;
  /** The client for which rate limits count the request. Clients share the image processes evenly. */
  readonly client: string;
  readonly source: Readable;
  /** The token of a photo link, whose order form receives the photo. Absent: no photo link was used. */
  readonly photoLink?: string;
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
  /** The parameters of the order that affect the verdict, for example the size. */
  readonly details: OrderDetails;
  readonly withPreview: boolean;
  /** Whether to return a large preview besides the preview, which only ID photos have. */
  readonly withLargePreview?: boolean;
}

export interface CheckedPhoto extends Omit<PhotoVerdict, 'measures'> {
  /** Whether the photo can be enlarged; null for a good that enlarges no photos. */
  readonly canEnlarge: boolean | null;
  /**
   * The comparison of the photo with each line of the document's rule; null if the photo is for no document, or was
   * refused before it was measured.
   */
  readonly report: readonly ReportLine[] | null;
  /** Where to draw the lines for hair, crown, eyes and chin on the photo; empty if there is no report or no face. */
  readonly marks: readonly PhotoMark[];
}

export interface PhotoReportCall {
  readonly caller: Caller;
  readonly client: string;
  readonly orderNo: string;
  /** The language of the PDF; null: no PDF is made. */
  readonly printed: Language | null;
}

/** The comparison of the finished file of an order with the rule of its document. */
export interface PhotoReport {
  readonly rule: DocumentRule;
  readonly lines: readonly ReportLine[];
  readonly marks: readonly PhotoMark[];
  /** A signed absolute link to the PDF; null if the call requested no PDF. */
  readonly printedUrl: string | null;
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
  /** The background colour of the photos; null: the colour of the order. */
  readonly colour: BackgroundColour | null;
}

export interface PhotoFile {
  /** A signed absolute link to the file. */
  readonly url: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly copies: number;
}

export interface ReportProblemCall extends ReportedProblem {
  readonly caller: Caller;
  readonly orderNo: string;
  readonly requestId: string;
}

export interface Membership {
  /**
   * Null: the user never was a member, or all months are revoked. A time in the past: the membership has
   * ended.
   */
  readonly memberUntil: Instant | null;
  readonly active: boolean;
}

export type OrderFeedItem =
  /** The current order. `seq` and `event` are the number and type of its newest history entry. */
  | { readonly kind: 'order'; readonly seq: number; readonly event: OrderEventType; readonly view: OrderView }
  | { readonly kind: 'progress'; readonly fraction: number }
  /** The newest payment of an unpaid order was declined. The customer may start another payment. */
  | { readonly kind: 'declined'; readonly provider: string }
  /** `place` is the number of orders whose pictures are made before this one. */
  | { readonly kind: 'queue'; readonly place: number };

/**
 * The outcome of `beginIdempotent`. `first`: the call must do its work. `replay`: `answer` is the stored response of
 * the first call. Calls that cannot store their response in the same transaction as their effect, such as an upload,
 * use `beginIdempotent`.
 */
export type IdempotentStart =
  | { readonly kind: 'first'; readonly claim: IdempotencyClaim }
  | { readonly kind: 'replay'; readonly answer: string };

export interface Service extends OrderEmails, PhotoLinkCalls {
  readonly identify: Identify;

  listGoods(): Promise<Good[]>;
  /** The documents for which photos can be ordered; documents of China come first. */
  listDocuments(): Promise<readonly DocumentRule[]>;
  placeOrder(call: PlaceOrderCall): Promise<PlacedOrder>;
  fetchOrder(caller: Caller, orderNo: string): Promise<OrderView>;
  payOrders(call: PayOrdersCall): Promise<PaymentStart>;
  cancelOrder(caller: Caller, orderNo: string, requestId: string): Promise<OrderView>;
  refundOrder(caller: Caller, orderNo: string, reason: string | null, requestId: string): Promise<OrderView>;
  /** @throws AppError `unknown_order`, `invalid_parameters`, `illegal_transition`. */
  reportProblem(call: ReportProblemCall): Promise<ProblemView>;
  /** The problems that the customer reported about the order, oldest first. */
  listProblems(caller: Caller, orderNo: string): Promise<readonly ProblemView[]>;
  /**
   * Returns orders that are older than the order with the id `before`; null: the newest orders. @throws AppError
   * `unauthenticated` (anonymous caller).
   */
  myOrders(caller: Caller, before: number | null, limit: number): Promise<OrderView[]>;
  myVip(caller: Caller): Promise<Membership>;
  /** @throws AppError `invalid_parameters`, `forbidden` (operators), `unavailable` (the provider does not answer). */
  login(call: LoginCall): Promise<SignedIn>;
  /** Everything that the shop stores about the caller. @throws AppError `unauthenticated`. */
  exportMine(caller: Caller): Promise<OwnData>;
  /** The names of the payment providers with whose account the caller has signed in. */
  signedInWith(caller: Caller): Promise<readonly string[]>;
  /** @returns another token of the same guest. @throws AppError `unauthenticated` (anonymous caller), `forbidden`. */
  issueGuestToken(caller: Caller, credentials: Credentials): Promise<string>;
  renewGuestToken(caller: Caller, credentials: Credentials): Promise<string | null>;
  /** @throws AppError `unauthenticated` (anonymous callers), `forbidden` (operators). */
  endGuestTokens(caller: Caller, key: EndingKey | null): Promise<EndedTokens>;
  tokensEndedBefore(key: EndingKey): Promise<EndedTokens | undefined>;
  consentState(caller: Caller): Promise<ConsentState>;
  /** @throws AppError `forbidden` (the caller is an operator, or `version` is not the newest one). */
  giveConsent(caller: Caller, version: number): Promise<ConsentOutcome>;
  /** @throws AppError `forbidden` (the caller is an operator). */
  withdrawConsent(caller: Caller): Promise<ConsentOutcome>;
  /**
   * @throws AppError `forbidden` (`consent_required`), and the errors of `acceptUpload` in
   * `pictures/accept-upload.ts`.
   */
  acceptUpload(call: UploadCall): Promise<AcceptedUpload>;
  /** @throws AppError `invalid_parameters`, `upload_expired`, `unavailable`. */
  checkPhoto(call: CheckPhotoCall): Promise<CheckedPhoto>;
  /** @throws AppError the errors of `photoColour`; `invalid_parameters` if the photo is for no document. */
  photoReport(call: PhotoReportCall): Promise<PhotoReport>;
  /**
   * @throws AppError `unknown_order`, `invalid_parameters`, `illegal_transition`, `result_expired`, `upload_expired`.
   */
  photoColour(call: PhotoColourCall): Promise<PhotoFile>;
  /** @throws AppError the errors of `photoColour`. */
  photoSheet(call: PhotoSheetCall): Promise<PhotoFile>;
  /**
   * Yields the current order and then each change, until `signal` aborts or the order reaches a final state. History
   * entries up to `afterSeq` are not yielded again: a client that reconnects passes the last number that it received.
   */
  watchOrder(
    caller: Caller,
    orderNo: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncIterable<OrderFeedItem>;
  /** @throws AppError `unknown_file` (forged link), `link_expired`, `result_expired` (the file was purged). */
  openResult(file: string, expiresAt: string, signature: string): Promise<StoredFile>;

  /** @throws AppError `unknown_operation` for a provider that is not enabled. */
  receiveNotification(
    providerName: string,
    raw: RawNotification,
    requestId: string,
  ): Promise<HandledNotification>;

  /** @throws AppError `idempotency_key_reused`, `request_in_flight`, `invalid_parameters` (length of the key). */
  beginIdempotent(caller: Caller, operation: string, key: IdempotencyKey): Promise<IdempotentStart>;
  endIdempotent(claim: IdempotencyClaim, answer: string): Promise<void>;
  /** Releases the key after the call has failed, so that a retry can use it. */
  abandonIdempotent(claim: IdempotencyClaim): Promise<void>;

  queueFigures(): Promise<QueueFigures>;
  /** Numbers of open differences to the providers' bills, by provider and day. */
  openDifferences(): Promise<OpenDifferences[]>;
  webhookEndpoints(): Promise<readonly WebhookEndpoint[]>;
  diskSpace(): Promise<DiskSpace>;
  /**
   * Rejects when the database cannot be reached. Rejects with `MachineTrouble` when too little disk space is free, or
   * when the last write failed.
   */
  checkReady(): Promise<void>;
}
