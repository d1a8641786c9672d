/**
 * The keys with which WeChat Pay signs: its public key, if the operator configured it, and platform certificates, which
 * are downloaded when a message names one that is not known. During a rotation the list has the old and the new
 * certificate, so that messages signed by either are accepted. While a merchant changes from certificates to the public
 * key, WeChat Pay signs notifications with both kinds.
 */

import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { PlatformCertificate } from './platform-certificates.ts';
import type { FindKey } from './verify-message.ts';

export interface PublicKey {
  /** `PUB_KEY_ID_…` */
  readonly id: string;
  readonly key: KeyObject;
}

/** Any client can send messages with invented serial numbers, so the list is downloaded at most this often. */
const downloadPauseMs = 10_000;
/**
 * How long a downloaded list is used. A certificate that WeChat Pay has withdrawn is missing in the next list, and is
 * then no longer accepted.
 */
const listKeptMs = 12 * 60 * 60_000;
const serialForm = /^[0-9A-Fa-f]{8,64}$/;

export function createPlatformKeys(parts: {
  readonly publicKey: PublicKey | null;
  readonly clock: Clock;
  readonly download: () => Promise<readonly PlatformCertificate[]>;
}): FindKey {
  const { publicKey, clock, download } = parts;
  let certificates: readonly PlatformCertificate[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function downloadList(): Promise<void> {
    triedAt = clock.now();
    try {
      const list = await download();
      if (list.length === 0) return;
      certificates = list;
      listedAt = clock.now();
    } catch {
      // Keep the known certificates. A message that is signed with another certificate is refused, and WeChat Pay
      // repeats it.
    }
  }

  function refresh(): Promise<void> {
    running ??= downloadList().finally(() => {
      running = undefined;
    });
    return running;
  }

  function known(serial: string): KeyObject | undefined {
    const now = clock.now();
    return certificates.find((one) => one.serial === serial && one.from <= now && now < one.until)?.key;
  }

  return async (serial) => {
    if (publicKey !== null && serial === publicKey.id) return publicKey.key;
    if (!serialForm.test(serial)) return undefined;
    const now = clock.now();
    const isCurrent = known(serial) !== undefined && Math.abs(now - listedAt) < listKeptMs;
    // Use the absolute difference, so that downloads go on after the clock was set back.
    if (!isCurrent && (running !== undefined || Math.abs(now - triedAt) >= downloadPauseMs)) await refresh();
    return known(serial);
  };
}
