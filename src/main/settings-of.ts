/** The figures that the use cases go by, from the configuration. */

import type { Config } from '../config.ts';
import type { Settings } from '../usecases/settings.ts';

const uploadSizeBytesMax = 15 * 1024 * 1024;
const uploadPixelsMax = 40_000_000;
const workAttemptsMax = 3;
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
    resultLinkMs: config.resultLinkMs,
    uploadSizeBytesMax,
    uploadPixelsMax,
    workAttemptsMax,
    paymentAttemptsMax,
    queueLengthMax: config.queueLengthMax,
    refundApprovalAboveMinor: config.refundApprovalAboveMinor,
    eventsUrl: config.events?.url ?? null,
  };
}
