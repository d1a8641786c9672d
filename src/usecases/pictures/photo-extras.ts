/**
 * The free extras of a finished ID photo: other background colours, sheets for printing, and the report of a
 * document's photo. An extra is made when it
 * is first requested. Its file name is derived from the name of the result, and it is removed together with the result.
 */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { BackgroundColour } from '../../domain/goods/id-photo.ts';
import { idPhotoGood, sizedIdPhotoGood } from '../../domain/goods/id-photo-good.ts';
import { type PhotoSpec, photoSpecOf } from '../../domain/goods/photo-details.ts';
import { sheetDpi, sheetLayout } from '../../domain/goods/print-sheet.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { lacksRule, ofPlacedOrder } from '../goods/documents-on-sale.ts';
import type { PhotoColourCall, PhotoFile, PhotoReport, PhotoReportCall, PhotoSheetCall } from '../service.ts';
import { type DonePhoto, type ExtraDeps, makeExtra, resultExpired } from './make-extra.ts';
import { measuredReport, printedPage } from './photo-report.ts';
import { idPhotoProcessor } from './processors/id-photo.ts';
import { uploadPathOf } from './upload-of-order.ts';
import { uploadExpired } from './usable-upload.ts';

type ExtrasDeps = ExtraDeps & Pick<Deps, 'links' | 'shopSettings'>;

export interface PhotoExtras {
  photoColour(call: PhotoColourCall): Promise<PhotoFile>;
  photoSheet(call: PhotoSheetCall): Promise<PhotoFile>;
  photoReport(call: PhotoReportCall): Promise<PhotoReport>;
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
      const file = extraFile(photo.file, `${colour ?? photo.spec.background}-${paper}`);
      const task = { kind: 'sheet', layout, dpi: sheetDpi } as const;
      const extra = { source, file, client, judgedAs: null };
      await once(file, () => makeExtra(deps, photo, extra, (files) => ({ ...task, ...files })));
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
      const extra = { source: photo.file, file, client, judgedAs: null };
      await once(file, () => makeExtra(deps, photo, extra, (files) => ({ kind: 'report', page, ...files })));
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
 * the name of the result. A key of the file store contains no `#`, so the signs of `#rrggbb` and of a gradient are
 * left out.
 */
function extraFile(resultFile: string, suffix: string): string {
  return resultFile.replace(/(\.\w+)?$/, `-${suffix.replaceAll('#', '')}$1`);
}

function linkOf(deps: ExtrasDeps, file: string, until: Instant): string {
  return deps.links.link(file, Math.min(deps.clock.now() + deps.settings.resultLinkMs, until));
}

/**
 * @throws AppError `unknown_order`, `forbidden`, `invalid_parameters` (not an ID photo), `illegal_transition` (not
 * paid or not finished, or the rule of the document is unknown), `result_expired`.
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
    throw resultExpired();
  }
  const findDocument = await ofPlacedOrder(deps.store.read, order.details);
  if (lacksRule(order.details, findDocument)) throw documentRemoved();
  const spec = photoSpecOf(order.details, findDocument);
  return { order, spec, findDocument, file: resultFile, until: resultUntil };
}

function documentRemoved(): AppError {
  const detail =
    'The document of this photo no longer comes with the service, and its rule is not known. The photo itself is not affected.';
  return new AppError('illegal_transition', detail, { reason: 'document_removed' });
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
  // The result of the order met the rule on its own background. The head is measured against the background, so the
  // photo on another background is measured too.
  const judgedAs = { rule: photo.spec.rule, background: colour };
  const extra = { source: upload.file, file, client, judgedAs };
  await makeExtra(deps, photo, extra, ({ sourceFile, targetFile }) =>
    idPhotoProcessor.task({ ...photo.order, details }, sourceFile, targetFile, photo.findDocument),
  );
}
