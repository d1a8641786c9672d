/**
 * Limits the bytes that one client uploads. A client may upload `bytesPerDayMax` at once; after that, its
 * quota is restored evenly, at the rate of `bytesPerDayMax` in 24 hours.
 *
 * Bytes count as soon as the request declares them or they arrive, even if the upload is refused or breaks
 * off, because such uploads also use bandwidth and image processes. Times are milliseconds of a monotonic
 * clock, so that a step of the wall clock restores no quota.
 *
 * The counts are in memory only, so a restart returns every client's quota. Keeping them would store the addresses of
 * all customers in the database. The floor of free space and the deletion of unused uploads bound the disk even then.
 */

import { AppError } from '../../domain/errors.ts';
import type { HttpOptions } from '../app-options.ts';
import { meterUploads } from '../health/upload-metrics.ts';

const dayMs = 24 * 60 * 60 * 1000;

export interface UploadQuota {
  /**
   * Counts `bytes`.
   * @returns the error when `bytes` exceed the rest of the client's quota, and counts nothing then.
   */
  take(client: string, bytes: number): AppError | undefined;
  /**
   * Counts a refused upload. Most clients read the answer only after they have sent everything, so refused bodies are
   * read and discarded, up to the same amount in a day.
   * @returns false when the body must not be read.
   */
  mayDiscard(client: string, bytes: number): boolean;
  /** Values for `RateLimit-Policy` and `RateLimit`. */
  describe(client: string): { readonly policy: string; readonly state: string } | undefined;
}

/** The bytes that a client has used at a certain time. After this time, they decrease evenly. */
interface Use {
  readonly bytes: number;
  readonly atMs: number;
}

interface Uses {
  usedBytes(client: string): number;
  add(client: string, bytes: number): void;
}

/**
 * Remembers at most `clientsMax` clients; if there are more, it removes the client whose last upload is
 * oldest.
 */
function rememberUses(bytesPerMs: number, clientsMax: number, nowMs: () => number): Uses {
  const uses = new Map<string, Use>();
  const left = ({ bytes, atMs }: Use) => Math.max(0, bytes - (nowMs() - atMs) * bytesPerMs);

  function usedBytes(client: string): number {
    const use = uses.get(client);
    return use === undefined ? 0 : left(use);
  }

  return {
    usedBytes,
    add(client, bytes) {
      const sum = usedBytes(client) + bytes;
      // Delete the entry before it is set again: a map lists its entries in the order of insertion, so the
      // client whose last upload is oldest is the first.
      uses.delete(client);
      for (const [oldest, use] of uses) {
        if (left(use) > 0 && uses.size < clientsMax) break;
        uses.delete(oldest);
      }
      uses.set(client, { bytes: sum, atMs: nowMs() });
    },
  };
}

function refusal(waitS: number): AppError {
  const detail = `Too many megabytes were uploaded from this address today. Try again in ${Math.ceil(waitS / 60)} min.`;
  return new AppError('too_many_requests', detail, { reason: 'upload_quota_used', retryAfterS: waitS });
}

export function createUploadQuota({
  uploadBytesPerDayMax: max,
  limits,
  monotonicMs,
  metrics,
}: Pick<HttpOptions, 'uploadBytesPerDayMax' | 'limits' | 'monotonicMs' | 'metrics'>): UploadQuota {
  const meter = meterUploads(metrics);
  if (max === null) {
    return {
      take(_client, bytes) {
        meter.bytes.inc(bytes);
        return undefined;
      },
      mayDiscard: () => true,
      describe: () => undefined,
    };
  }
  const bytesPerMs = max / dayMs;
  const uses = rememberUses(bytesPerMs, limits.clientsRememberedMax, monotonicMs);
  const discarded = rememberUses(bytesPerMs, limits.clientsRememberedMax, monotonicMs);
  const secondsFor = (bytes: number) => Math.ceil(bytes / bytesPerMs / 1000);
  return {
    take(client, bytes) {
      const beyondBytes = uses.usedBytes(client) + bytes - max;
      if (beyondBytes > 0) {
        meter.refusals.inc();
        return refusal(secondsFor(beyondBytes));
      }
      uses.add(client, bytes);
      meter.bytes.inc(bytes);
      return undefined;
    },
    mayDiscard(client, bytes) {
      if (discarded.usedBytes(client) + bytes > max) return false;
      discarded.add(client, bytes);
      return true;
    },
    describe(client) {
      const used = uses.usedBytes(client);
      return {
        policy: `"upload-bytes";q=${max};w=${dayMs / 1000};qu="content-bytes"`,
        state: `"upload-bytes";r=${Math.floor(max - used)};t=${secondsFor(used)}`,
      };
    },
  };
}
