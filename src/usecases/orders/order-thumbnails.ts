/**
 * Small pictures for lists of orders: the result, or else the customer's photo. A picture is made when an operator
 * first sees its order, stays in memory for a few minutes and is never stored. Each call reads the orders again, so
 * that an expired, purged or erased picture is not returned.
 */

import type { Order } from '../../domain/order.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { createExpiringCache } from '../expiring-cache.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import { FileMissing } from '../ports/file-store.ts';
import { ImageAttemptLost } from '../ports/image-work.ts';

/**
 * The longest side of a small picture. Lists show it at half this size, because many screens have two pixels per
 * point.
 */
const sidePxMax = 112;
/** The maximum size of the file of a small picture. No picture of `sidePxMax` reaches this size. */
const sizeBytesMax = 40_000;
/** The same limit as for photos of customers. */
const pixelsMax = 40_000_000;
/** How long a small picture stays in memory. An operator goes from the list to an order and back within this time. */
const keptMs = 10 * 60_000;
/**
 * How long the service waits after a failed attempt to make a small picture. Without a pause, a picture that fails
 * each time would take processor time from uploads. The pause is short, because the attempt may have failed only
 * because the machine was busy.
 */
const failedMs = 30_000;
/** Some 3 kB each. */
const keptMax = 600;
/**
 * The maximum number of new pictures that one call makes, so that a call does not take long. The page requests the
 * other pictures again.
 */
const madePerCallMax = 8;

export interface OrderThumbnails {
  /** Orders without a picture are in neither list. */
  readonly thumbnails: readonly { readonly id: number; readonly webp: Uint8Array }[];
  /** The orders whose pictures are not made yet. The client requests them again. */
  readonly pending: readonly number[];
}

type ThumbnailDeps = Pick<Deps, 'store' | 'clock' | 'files' | 'scratch' | 'uploadImages' | 'log'>;

export function createOrderThumbnails(deps: ThumbnailDeps) {
  /** Small pictures by the key of the stored file; null: no small picture can be made of the file. */
  const kept = createExpiringCache<Uint8Array | null>(deps.clock, keptMs, keptMax);
  const failed = createExpiringCache<null>(deps.clock, failedMs, keptMax);
  const outcomeOf = async (caller: OperatorCaller, file: string): Promise<Uint8Array | null> => {
    try {
      return await make(deps, caller, file);
    } catch (err) {
      if (err instanceof ImageAttemptLost) failed.set(file, Promise.resolve(null));
      throw err;
    }
  };

  /** @throws AppError `forbidden`. */
  return async (caller: OperatorCaller, ids: readonly number[]): Promise<OrderThumbnails> => {
    requirePermission(caller, 'pictures_see');
    const making: { readonly id: number; readonly picture: Promise<Uint8Array | null | 'pending'> }[] = [];
    const pending: number[] = [];
    let made = 0;
    for (const id of ids) {
      const file = await fileOf(deps, id);
      if (file === null) continue;
      let picture = kept.get(file) ?? failed.get(file);
      if (picture === undefined && made < madePerCallMax) {
        made += 1;
        picture = outcomeOf(caller, file);
        kept.set(file, picture);
      }
      if (picture === undefined) pending.push(id);
      else making.push({ id, picture: picture.catch(afterFailure) });
    }
    const thumbnails: { id: number; webp: Uint8Array }[] = [];
    for (const { id, picture } of making) {
      const webp = await picture;
      if (webp === 'pending') pending.push(id);
      else if (webp !== null) thumbnails.push({ id, webp });
    }
    return { thumbnails, pending };
  };
}

/** @returns the key of the stored picture; null if the order has no picture or its retention has ended. */
async function fileOf({ store: { read }, clock }: ThumbnailDeps, id: number): Promise<string | null> {
  const orderNo = await read.orders.noById(id);
  const order = orderNo === undefined ? undefined : (await read.orders.byNo(orderNo))?.order;
  if (order === undefined) return null;
  const now = clock.now();
  const result = resultOf(order);
  if (result !== null && result.until > now) return result.file;
  const path = uploadPathOf(order);
  const upload = path === undefined ? undefined : await read.uploads.byPath(path);
  return upload !== undefined && upload.keptUntil > now ? upload.file : null;
}

function resultOf({ deal }: Order): { readonly file: string; readonly until: number } | null {
  if (deal.status !== 'done' || deal.resultFile === null) return null;
  return { file: deal.resultFile, until: deal.resultUntil ?? Number.MAX_SAFE_INTEGER };
}

/** Rejects if the machine cannot make the picture now. */
async function make(
  deps: ThumbnailDeps,
  { address: client, requestId }: OperatorCaller,
  file: string,
): Promise<Uint8Array | null> {
  const { scratch } = deps;
  const files = { sourceFile: scratch.newPath('.jpg'), targetFile: scratch.newPath('.webp') };
  try {
    await deps.files.fetchTo(file, files.sourceFile);
    const task = { kind: 'icon', ...files, pixelsMax, sidePxMax, encoding: 'webp' } as const;
    // `isExtra`: uploads of customers are processed before this picture.
    const outcome = await deps.uploadImages.run(task, { client, isExtra: true });
    if (outcome.kind === 'unavailable') throw new ImagesBusy(outcome.cause);
    return outcome.kind === 'made' ? await scratch.read(files.targetFile, sizeBytesMax) : null;
  } catch (err) {
    if (err instanceof FileMissing) return null;
    if (!(err instanceof ImagesBusy)) deps.log.warn({ err, requestId }, 'small picture of an order not made');
    throw err;
  } finally {
    await scratch.remove(files.sourceFile);
    await scratch.remove(files.targetFile);
  }
}

function afterFailure(err: unknown): null | 'pending' {
  return err instanceof ImageAttemptLost ? null : 'pending';
}

/** The machine could not make the picture at this time. The picture itself is not the cause. */
class ImagesBusy extends Error {}
