/**
 * Says before payment whether a good can be made of an upload. The answer for a photo and a good never changes,
 * so it is remembered for a while: clients ask again at every step of their form.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { FileMissing } from '../ports/file-store.ts';
import { ImageAttemptLost, type PhotoVerdict } from '../ports/image-work.ts';
import type { Upload } from '../ports/store.ts';
import type { CheckPhotoCall } from '../service.ts';
import type { Processor } from '../work/processors/processor.ts';
import { processorsByFunctName } from '../work/processors/processors.ts';
import { requireUsable, uploadExpired } from './usable-upload.ts';

/** Far longer than a customer takes to order, far shorter than an upload is kept. */
const rememberedMs = 15 * 60_000;
const rememberedMax = 2_000;
const retryAfterS = 5;

type CheckDeps = Pick<Deps, 'store' | 'clock' | 'files' | 'scratch' | 'uploadImages' | 'log'>;

interface Remembered {
  readonly verdict: Promise<PhotoVerdict>;
  readonly until: Instant;
}

export function createPhotoCheck(deps: CheckDeps): (call: CheckPhotoCall) => Promise<PhotoVerdict> {
  const processors = processorsByFunctName();
  const remembered = new Map<string, Remembered>();

  function verdictOf(upload: Upload, processor: Processor, details: OrderDetails): Promise<PhotoVerdict> {
    const now = deps.clock.now();
    const key = JSON.stringify([upload.path, processor.check(details, '').idPhoto]);
    const known = remembered.get(key);
    if (known !== undefined && known.until > now) return known.verdict;
    remembered.delete(key);
    // The oldest goes first: a map keeps the order in which it was filled.
    for (const oldest of remembered.keys()) {
      if (remembered.size < rememberedMax) break;
      remembered.delete(oldest);
    }
    const verdict = look(deps, upload, processor, details);
    remembered.set(key, { verdict, until: now + rememberedMs });
    verdict.catch(() => remembered.delete(key));
    return verdict;
  }

  return async (call) => {
    const good = await deps.store.read.goodById(call.goodsId);
    if (good === undefined || !good.onShelf) throw invalidParameter('goods_id', 'There is no such good.');
    const processor = processors.get(good.functName);
    const parameters = findGoodKind(good.functName)?.parameters ?? {};
    if (processor === undefined) throw invalidParameter('goods_id', 'This good is not made of a photo.');
    if (parameters.size !== undefined && call.details.size === undefined) {
      throw invalidParameter('size', 'must be given for this good.');
    }
    const found = await deps.store.read.uploadByPath(call.path);
    const upload = requireUsable(found, { caller: call.caller, name: 'path', now: deps.clock.now() });
    return verdictOf(upload, processor, parameters.size === undefined ? {} : call.details);
  };
}

async function look(
  deps: CheckDeps,
  upload: Upload,
  processor: Processor,
  details: OrderDetails,
): Promise<PhotoVerdict> {
  const sourceFile = deps.scratch.newPath('.jpg');
  try {
    await deps.files.fetchTo(upload.file, sourceFile);
    return await deps.uploadImages.check(processor.check(details, sourceFile));
  } catch (error) {
    if (error instanceof FileMissing) throw uploadExpired();
    if (!(error instanceof ImageAttemptLost)) throw error;
    deps.log.warn({ err: error, reason: error.reason }, 'photo check lost');
    throw new AppError('unavailable', 'The photo could not be checked. Please try again.', { retryAfterS });
  } finally {
    await deps.scratch.remove(sourceFile);
  }
}
