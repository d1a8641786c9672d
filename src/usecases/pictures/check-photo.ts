/**
 * Checks before payment whether a good can be made from an upload. Verdicts are cached, because clients repeat the
 * check at every step of their form. The verdict for a photo and a good never changes.
 */

import { judgePhoto } from '../../domain/documents/judge-photo.ts';
import { photoMarksOf } from '../../domain/documents/photo-marks.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { GoodKind } from '../../domain/goods/good.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import { type FindDocument, photoSpecOf } from '../../domain/goods/photo-details.ts';
import { canEnlarge, restoreGood } from '../../domain/goods/restore-good.ts';
import type { Deps } from '../deps.ts';
import { createExpiringCache, type ExpiringCache } from '../expiring-cache.ts';
import { forNewOrder } from '../goods/documents-on-sale.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { requireFaceConsent } from '../members/face-consent.ts';
import { FileMissing } from '../ports/file-store.ts';
import { type CheckTask, ImageAttemptLost, type PhotoVerdict } from '../ports/image-work.ts';
import type { CheckedPhoto, CheckPhotoCall } from '../service.ts';
import { findProcessor } from './processors/processors.ts';
import { ruleRefusal } from './rule-refusal.ts';
import type { Upload } from './upload-store.ts';
import { requireUsable, uploadExpired } from './usable-upload.ts';
import { withLabelToCheck } from './with-ai-label.ts';

/**
 * How long a verdict is cached. A customer places an order in a much shorter time, and uploads are kept for a much
 * longer time.
 */
const cachedMs = 15 * 60_000;
/** With the strokes of their cut-outs, they take at most 18 MB. */
const verdictsMax = 2_000;
/** Maximum number of cached previews. Each has at most two pictures and the strokes of its cut-out, so they take at most 36 MB. */
const previewsMax = 400;
const retryAfterS = 5;

type CheckDeps = Pick<Deps, 'store' | 'settings' | 'clock' | 'files' | 'scratch' | 'uploadImages' | 'log'>;

export function createPhotoCheck(deps: CheckDeps): (call: CheckPhotoCall) => Promise<CheckedPhoto> {
  const plain = createExpiringCache<PhotoVerdict>(deps.clock, cachedMs, verdictsMax);
  const previewed = createExpiringCache<PhotoVerdict>(deps.clock, cachedMs, previewsMax);

  async function verdictOf(upload: Upload, task: CheckTask, client: string): Promise<PhotoVerdict> {
    const { sourceFile: _, withPreview: __, ...what } = task;
    const key = JSON.stringify([upload.path, what]);
    const withPreview = previewed.get(key);
    if (task.withPreview) return withPreview ?? store(previewed, key, check(deps, upload, task, client));
    if (withPreview !== undefined) {
      const { damage: _damage, crop: _crop, ...verdict } = await withPreview;
      return { ...verdict, preview: null };
    }
    return plain.get(key) ?? store(plain, key, check(deps, upload, task, client));
  }

  return async (call) => {
    await requireFaceConsent(deps.store.read, deps.settings, call.caller);
    const good = await deps.store.read.goods.byId(call.goodsId);
    if (good === undefined || !good.onShelf)
      throw invalidParameter('goods_id', 'unknown_good', 'There is no such good.');
    const processor = findProcessor(good.functName);
    const kind = findGoodKind(good.functName);
    if (processor === undefined)
      throw invalidParameter('goods_id', 'not_a_photo_good', 'This good takes no photo.');
    const details = ownDetails(call.details, kind?.parameters ?? {});
    const { findDocument } = await forNewOrder(deps.store.read, details);
    kind?.requireCheckable?.(details, findDocument);
    const found = await deps.store.read.uploads.byPath(call.path);
    const upload = requireUsable(found, { caller: call.caller, name: 'path', now: deps.clock.now() });
    const sourceFile = deps.scratch.newPath('.jpg');
    const { withPreview, withLargePreview = false } = call;
    const wanted = { withPreview, ...(withLargePreview ? { withLargePreview } : {}) };
    const task = withLabelToCheck(deps, processor.check(details, sourceFile, wanted, findDocument));
    const checked = withReport(await verdictOf(upload, task, call.client), details, findDocument);
    const isRestored = good.functName === restoreGood.functName;
    return { ...checked, canEnlarge: isRestored ? canEnlarge(upload) : null };
  };
}

/**
 * Adds the report of a photo for a document. If the photo does not meet the rule of the document, the check refuses
 * it, because the service would not deliver such a photo either.
 */
function withReport(
  { measures, ...verdict }: PhotoVerdict,
  details: OrderDetails,
  findDocument: FindDocument,
): Omit<CheckedPhoto, 'canEnlarge'> {
  const withoutReport = { ...verdict, report: null, marks: [] };
  if (details.document === undefined || measures === undefined) return withoutReport;
  const { rule, background } = photoSpecOf(details, findDocument);
  if (rule === null) return withoutReport;
  const isPhotographed = background === 'photographed';
  const report = judgePhoto(rule, measures, { isPhotographed });
  const marks = photoMarksOf(rule, measures);
  return { ...verdict, refusal: verdict.refusal ?? ruleRefusal(report, isPhotographed), report, marks };
}

/**
 * Keeps only the details that are parameters of the good's order operation. A client may send every field of its
 * order form.
 */
function ownDetails(details: OrderDetails, parameters: GoodKind['parameters']): OrderDetails {
  return Object.fromEntries(Object.entries(details).filter(([name]) => Object.hasOwn(parameters, name)));
}

function store<T>(cache: ExpiringCache<T>, key: string, value: Promise<T>): Promise<T> {
  cache.set(key, value);
  return value;
}

async function check(
  deps: CheckDeps,
  upload: Upload,
  task: CheckTask,
  client: string,
): Promise<PhotoVerdict> {
  try {
    await deps.files.fetchTo(upload.file, task.sourceFile);
    // A preview of a colourisation or a restoration occupies an image process for seconds, so it counts as an extra:
    // uploads and other checks run before it.
    const isExtra = task.idPhoto === null && task.withPreview;
    const verdict = await deps.uploadImages.check(task, { client, isExtra });
    if (verdict.kind === 'checked') return verdict;
    deps.log.warn({ ...verdict }, 'photo could not be checked');
    throw imagesUnavailable(verdict);
  } catch (error) {
    if (error instanceof FileMissing) throw uploadExpired();
    if (!(error instanceof ImageAttemptLost)) throw unavailableOnTrouble(error);
    deps.log.warn({ err: error, reason: error.reason }, 'image process ended while checking a photo');
    throw new AppError('unavailable', 'The photo could not be checked. Please try again.', { retryAfterS });
  } finally {
    await deps.scratch.remove(task.sourceFile);
  }
}
