/**
 * The settings of the use cases. `config.ts` reads them from the environment; the console can replace some of them
 * while the service runs (`shop/live-shop-settings.ts`), so read each setting when it is needed and do not keep its
 * value.
 */

import type { AiLabels } from '../domain/goods/ai-label.ts';
import type { TimeZone } from '../domain/zoned-time.ts';

export interface Settings {
  readonly zone: TimeZone;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The origin at which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly guestsAllowed: boolean;
  /** Which pictures get the label of AI-made content. */
  readonly aiLabels: AiLabels;
  /** Whether customers can place new orders. */
  readonly ordersOpen: boolean;
  /** Whether uploads and orders of pictures need the customer's consent to process a face. */
  readonly asksForFaceConsent: boolean;
  readonly orderExpiryMs: number;
  readonly uploadKeptMs: number;
  readonly resultKeptMs: number;
  readonly memberResultKeptMs: number;
  /** How long a cancelled order without a payment is kept; null: for ever. */
  readonly unpaidOrdersKeptMs: number | null;
  readonly resultLinkMs: number;
  readonly uploadSizeBytesMax: number;
  readonly uploadPixelsMax: number;
  /** Uploads are refused (503) while less than this is free on the disk. */
  readonly uploadFreeBytesMin: number;
  /** The service is not ready while less than this is free on the disk. */
  readonly readyFreeBytesMin: number;
  /** Maximum number of attempts to make a picture. After the last one the order fails and is refunded. */
  readonly workAttemptsMax: number;
  /** Maximum number of payment attempts of one order. */
  readonly paymentAttemptsMax: number;
  /** New picture orders are refused (503) while this many pictures wait or are being made. */
  readonly queueLengthMax: number;
  /** A refund above this amount needs the approval of a second operator; null: no refund needs it. */
  readonly refundApprovalAboveMinor: number | null;
  /** The payment providers that require a report of each delivered order. */
  readonly deliveryReportProviders: readonly string[];
  /** The provider whose customers get a message when their picture is ready; null: no messages are sent. */
  readonly readyMessageProvider: string | null;
  /** Whether customers can enter an address for e-mails about an order. */
  readonly emailsOffered: boolean;
  /** The webhook endpoint that the environment configures; null: only endpoints of the console receive events. */
  readonly eventsUrl: string | null;
}
