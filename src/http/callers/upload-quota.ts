/**
 * Limits the bytes that one client uploads. A client may upload `bytesPerDayMax` at once; after that, its
 * quota is restored evenly, at the rate of `bytesPerDayMax` in 24 hours.
 *
 * Bytes count as soon as the request declares them or they arrive, even if the upload is refused or interrupted,
 * because such uploads also use bandwidth and image processes. Times are milliseconds of a monotonic clock, so that a
 * step of the wall clock restores no quota.
 *
 * With one process, the counts are in memory only, so a restart restores every client's quota. The use of the disk
 * stays bounded even then, because uploads are refused when too little space is free, and unused uploads are deleted.
 */

import { AppError } from '../../domain/errors.ts';
import type { HttpOptions } from '../app-options.ts';
import { meterUploads } from '../health/upload-metrics.ts';
import { leakyBuckets, type Taken } from './leaky-buckets.ts';
import type { LimitExchange } from './limit-exchange.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Room for the multipart boundaries and for other fields, which are ignored. */
export const otherPartsSizeBytesMax = 256 * 1024;

type QuotaOptions = Pick<HttpOptions, 'uploadBytesPerDayMax' | 'limits' | 'monotonicMs' | 'metrics'>;

export interface UploadQuota {
  /**
   * Counts `bytes`.
   * @returns the error if `bytes` exceed the rest of the client's quota; nothing is counted then. Returns a promise if
   * the reports of other processes are needed first.
   */
  take(client: string, bytes: number): AppError | undefined | Promise<AppError | undefined>;
  /** Counts bytes that have arrived, for an upload that declares no size. Never waits for other processes. */
  takeArrived(client: string, bytes: number): AppError | undefined;
  /**
   * Counts a refused upload. Most clients read the response only after they have sent the whole body, so the bodies of
   * refused uploads are read and discarded, for each client up to the quota of bytes in a day.
   * @returns false when the body must not be read.
   */
  mayDiscard(client: string, bytes: number): boolean;
  /** Values for `RateLimit-Policy` and `RateLimit`. */
  describe(client: string): { readonly policy: string; readonly state: string } | undefined;
}

function refusal(waitS: number): AppError {
  const detail = `Too many megabytes were uploaded from this address today. Try again in ${Math.ceil(waitS / 60)} min.`;
  return new AppError('too_many_requests', detail, { reason: 'upload_quota_used', retryAfterS: waitS });
}

export function createUploadQuota(
  { uploadBytesPerDayMax: max, limits, monotonicMs, metrics }: QuotaOptions,
  exchange: LimitExchange,
): UploadQuota {
  const meter = meterUploads(metrics);
  if (max === null) {
    const countOnly = (_client: string, bytes: number) => {
      meter.bytes.inc(bytes);
      return undefined;
    };
    return { take: countOnly, takeArrived: countOnly, mayDiscard: () => true, describe: () => undefined };
  }
  const quota = {
    max,
    windowMs: dayMs,
    clientsMax: limits.clientsRememberedMax,
    amountMax: limits.uploadSizeBytesMax + otherPartsSizeBytesMax,
  };
  const used = leakyBuckets({ ...quota, name: 'upload-bytes' }, exchange, monotonicMs);
  const discarded = leakyBuckets({ ...quota, name: 'discarded-bytes' }, exchange, monotonicMs);
  const counted = (bytes: number, { isTaken, waitMs }: Taken): AppError | undefined => {
    if (isTaken) meter.bytes.inc(bytes);
    else meter.refusals.inc();
    return isTaken ? undefined : refusal(Math.ceil(waitMs / 1000));
  };
  return {
    take(client, bytes) {
      const taken = used.take(client, bytes);
      return taken instanceof Promise ? taken.then((later) => counted(bytes, later)) : counted(bytes, taken);
    },
    takeArrived: (client, bytes) => counted(bytes, used.takeNow(client, bytes)),
    mayDiscard: (client, bytes) => discarded.takeNow(client, bytes).isTaken,
    describe(client) {
      const { left, restoredInMs } = used.look(client);
      return {
        policy: `"upload-bytes";q=${max};w=${dayMs / 1000};qu="content-bytes"`,
        state: `"upload-bytes";r=${left};t=${Math.ceil(restoredInMs / 1000)}`,
      };
    },
  };
}
