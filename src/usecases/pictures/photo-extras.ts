/**
 * The free extras of a finished ID photo: other background colours, sheets for printing, and the report of a
 * document's photo. An extra is made when it
 * is first requested. Its file name is derived from the name of the result, and it is removed together with the result.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { failSentence } from '../../domain/fail-reasons.ts';
import type { BackgroundColour } from '../../domain/goods/id-photo.ts';
import { idPhotoGood, sizedIdPhotoGood } from '../../domain/goods/id-photo-good.ts';
import { type FindDocument, type PhotoSpec, photoSpecOf } from '../../domain/goods/photo-details.ts';
import { sheetDpi, sheetLayout } from '../../domain/goods/print-sheet.ts';
import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { perform, system } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { ofPlacedOrder } from '../goods/documents-on-sale.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { FileMissing } from '../ports/file-store.ts';
import { ImageAttemptLost, type ImageTask } from '../ports/image-work.ts';
import type { PhotoColourCall, PhotoFile, PhotoReport, PhotoReportCall, PhotoSheetCall } from '../service.ts';
import { measuredReport, printedPage } from './photo-report.ts';
import { idPhotoProcessor } from './processors/id-photo.ts';
import { removeFileJob } from './remove-file-job.ts';
import { uploadPathOf } from './upload-of-order.ts';
import { uploadExpired } from './usable-upload.ts';
import { withAiLabel } from './with-ai-label.ts';

type ExtrasDeps = Pick<
  Deps,
  | 'store'
  | 'clock'
  | 'random'
  | 'files'
  | 'scratch'
  | 'orderImages'
  | 'links'
  | 'settings'
  | 'shopSettings'
  | 'log'
>;

export interface PhotoExtras {
  photoColour(call: PhotoColourCall): Promise<PhotoFile>;
  photoSheet(call: PhotoSheetCall): Promise<PhotoFile>;
  photoReport(call: PhotoReportCall): Promise<PhotoReport>;
}

const retryAfterS = 5;

/** A paid and finished ID photo with its result file. */
export interface DonePhoto {
  readonly order: Order;
  readonly spec: PhotoSpec;
  readonly findDocument: FindDocument;
  readonly file: string;
  readonly until: Instant;
}

export function createPhotoExtras(deps: ExtrasDeps): PhotoExtras {
  /**
   * The files that this process is making. Parallel calls for the same file wait for one computation. Two processes
   * may both make the file, with the same content.
   */
  const making = new Map<string, Promise<void>>();

  function once(file: string, make: () => Promise<void>): Promise<void> {
    const running = making.get(file) ?? make().finally(() => making.delete(file));
    making.set(file, running);
    return running;
  }

  /** @param colour null: the background of the order. */
  async function colourFile(
    photo: DonePhoto,
    colour: BackgroundColour | null,
    client: string,
  ): Promise<string> {
    if (colour === null || colour === photo.spec.background) return photo.file;
    requireAllowedColour(photo.spec, colour);
    const file = extraFile(photo.file, colour);
    await once(file, () => makeColour(deps, photo, { colour, file, client }));
    return file;
  }

  return {
    async photoColour({ caller, client, orderNo, colour }) {
      const photo = await requireDonePhoto(deps, caller, orderNo);
      const file = await colourFile(photo, colour, client);
      const { widthPx, heightPx } = photo.spec.size;
      return { url: linkOf(deps, file, photo.until), widthPx, heightPx, copies: 1 };
    },
    async photoSheet({ caller, client, orderNo, paper, colour }) {
      const photo = await requireDonePhoto(deps, caller, orderNo);
      const layout = sheetLayout(paper, photo.spec.size);
      if (layout === undefined)
        throw invalidParameter('paper', 'paper_too_small', 'This paper is too small for the photo.');
      const source = await colourFile(photo, colour, client);
      const file = extraFile(photo.file, `${(colour ?? photo.spec.background).replace('#', '')}-${paper}`);
      const task = { kind: 'sheet', layout, dpi: sheetDpi } as const;
      await once(file, () => make(deps, photo, { source, file, client }, (files) => ({ ...task, ...files })));
      const { widthPx, heightPx, lefts, tops } = layout;
      const url = linkOf(deps, file, photo.until);
      return { url, widthPx, heightPx, copies: lefts.length * tops.length };
    },
    async photoReport({ caller, client, orderNo, printed }) {
      const photo = await requireDonePhoto(deps, caller, orderNo);
      const report = await measuredReport(deps, photo, client);
      if (printed === null) return { ...report, printedUrl: null };
      const file = photo.file.replace(/(\.\w+)?$/, `-report-${printed}.pdf`);
      const page = printedPage(deps, photo, report, printed);
      await once(file, () =>
        make(deps, photo, { source: photo.file, file, client }, (files) => ({
          kind: 'report',
          page,
          ...files,
        })),
      );
      return { ...report, printedUrl: linkOf(deps, file, photo.until) };
    },
  };
}

/** @throws AppError `invalid_parameters`: the background is not replaced, or the document does not allow the colour. */
function requireAllowedColour({ background, rule }: PhotoSpec, colour: BackgroundColour): void {
  if (background === 'photographed') {
    throw invalidParameter('color', 'alteration_forbidden', 'The background of this photo is not replaced.');
  }
  if (rule === null || rule.backgrounds.includes(colour)) return;
  const allowed = rule.backgrounds.join(', ');
  throw invalidParameter('color', 'colour_not_allowed', `This document allows only ${allowed}.`);
}

/**
 * Makes the name of an extra: `results/abc.jpg` and `red` give `results/abc-red.jpg`, which is as hard to guess as
 * the name of the result.
 */
function extraFile(resultFile: string, suffix: string): string {
  return resultFile.replace(/(\.\w+)?$/, `-${suffix}$1`);
}

function linkOf(deps: ExtrasDeps, file: string, until: Instant): string {
  return deps.links.link(file, Math.min(deps.clock.now() + deps.settings.resultLinkMs, until));
}

/**
 * @throws AppError `unknown_order`, `forbidden`, `invalid_parameters` (not an ID photo), `illegal_transition` (not
 * paid or not finished), `result_expired`.
 */
async function requireDonePhoto(deps: ExtrasDeps, caller: Caller, orderNo: string): Promise<DonePhoto> {
  const found = await deps.store.read.orders.byNo(orderNo);
  const order = requireAccess(caller, found?.order);
  requirePermission(caller, 'pictures_see');
  if (![idPhotoGood.functName, sizedIdPhotoGood.functName].includes(order.functName)) {
    throw invalidParameter('order_no', 'not_an_id_photo', 'This order is not for an ID photo.');
  }
  if (order.money.status !== 'pay' || order.deal.status !== 'done') {
    throw new AppError(
      'illegal_transition',
      'Other colours are available once the photo is paid and finished.',
      {
        reason: 'photo_not_finished',
      },
    );
  }
  const { resultFile, resultUntil } = order.deal;
  if (resultFile === null || resultUntil === null || resultUntil <= deps.clock.now()) {
    throw new AppError('result_expired', 'The picture has been deleted because its storage time is over.');
  }
  const findDocument = await ofPlacedOrder(deps.store.read, order.details);
  const spec = photoSpecOf(order.details, findDocument);
  return { order, spec, findDocument, file: resultFile, until: resultUntil };
}

async function makeColour(
  deps: ExtrasDeps,
  photo: DonePhoto,
  {
    colour,
    file,
    client,
  }: { readonly colour: BackgroundColour; readonly file: string; readonly client: string },
): Promise<void> {
  const path = uploadPathOf(photo.order);
  const upload = path === undefined ? undefined : await deps.store.read.uploads.byPath(path);
  if (upload === undefined) throw uploadExpired();
  const details = { ...photo.order.details, color: colour };
  await make(deps, photo, { source: upload.file, file, client }, ({ sourceFile, targetFile }) =>
    idPhotoProcessor.task({ ...photo.order, details }, sourceFile, targetFile, photo.findDocument),
  );
}

async function make(
  deps: ExtrasDeps,
  photo: DonePhoto,
  { source, file, client }: { readonly source: string; readonly file: string; readonly client: string },
  taskOf: (files: { readonly sourceFile: string; readonly targetFile: string }) => ImageTask,
): Promise<void> {
  if ((await deps.files.get(file)) !== undefined) return;
  const sourceFile = deps.scratch.newPath('.jpg');
  const targetFile = deps.scratch.newPath('.jpg');
  try {
    await deps.files.fetchTo(source, sourceFile);
    const outcome = await deps.orderImages.run(withAiLabel(deps, taskOf({ sourceFile, targetFile })), {
      client,
      isExtra: true,
    });
    if (outcome.kind === 'refused') {
      throw new AppError('unusable_image', failSentence(outcome.refusal), { reason: outcome.refusal });
    }
    if (outcome.kind === 'unavailable') {
      deps.log.warn({ ...outcome, orderId: photo.order.id }, 'extra picture could not be made');
      throw imagesUnavailable(outcome);
    }
    // Schedule the removal first, so that a crash leaves no orphaned file.
    await perform(deps, { actor: system, requestId: null }, (act) =>
      removeFileJob.enqueue(act, file, {}, { runAt: photo.until }),
    );
    await deps.files.put(file, targetFile, outcome.contentType);
  } catch (error) {
    if (error instanceof FileMissing) throw uploadExpired();
    if (!(error instanceof ImageAttemptLost)) throw unavailableOnTrouble(error);
    deps.log.warn(
      { err: error, reason: error.reason, orderId: photo.order.id },
      'image process ended while making an extra picture',
    );
    throw new AppError('unavailable', 'The picture could not be made. Please try again.', {
      retryAfterS,
    });
  } finally {
    await deps.scratch.remove(sourceFile);
    await deps.scratch.remove(targetFile);
  }
}
