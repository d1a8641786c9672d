/** Turns the configuration into the settings of the use cases. */

import type { Config } from '../config.ts';
import type { Settings } from '../usecases/settings.ts';

const mebibyte = 2 ** 20;

/** The JPEG of a current phone has 3 to 10 MiB. */
const uploadSizeBytesMax = 15 * 1024 * 1024;
/** A picture of this size still fits into the memory limit of an image process. */
const uploadPixelsMax = 40_000_000;
/** Room for the database to commit what is under way, and for its log to be copied into it. */
export const databaseFreeBytesMin = 32 * mebibyte;
/** A crash or a timeout may be an accident once or twice; after the third one the order is refunded. */
const workAttemptsMax = 3;
/** More attempts than a customer needs; each one costs calls to the provider. */
const paymentAttemptsMax = 10;

export function settingsOf(config: Config, publicUrl: string): Settings {
  return {
    zone: config.zone,
    currency: config.currency,
    publicUrl,
    guestsAllowed: config.auth === 'optional',
    orderExpiryMs: config.orderExpiryMs,
    uploadKeptMs: config.uploadKeptMs,
    resultKeptMs: config.resultKeptMs,
    memberResultKeptMs: config.memberResultKeptMs,
    unpaidOrdersKeptMs: config.unpaidOrdersKeptMs,
    resultLinkMs: config.resultLinkMs,
    uploadSizeBytesMax,
    uploadPixelsMax,
    uploadFreeBytesMin: config.uploadFreeMibMin * mebibyte,
    readyFreeBytesMin: databaseFreeBytesMin,
    workAttemptsMax,
    paymentAttemptsMax,
    queueLengthMax: config.queueLengthMax,
    refundApprovalAboveMinor: config.refundApprovalAboveMinor,
    eventsUrl: config.events?.url ?? null,
  };
}
