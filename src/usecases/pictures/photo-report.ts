/**
 * Makes the report of a finished photo for a document: measures the file again and compares the measures with the
 * rule of the document.
 */

import { dayOf, formatDay } from '../../domain/civil-day.ts';
import { judgePhoto } from '../../domain/documents/judge-photo.ts';
import { photoMarksOf } from '../../domain/documents/photo-marks.ts';
import { type ReportPage, reportPageOf } from '../../domain/documents/report-page.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { PhotoSpec } from '../../domain/goods/photo-details.ts';
import type { Language } from '../../domain/language.ts';
import type { Order } from '../../domain/order.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import { FileMissing } from '../ports/file-store.ts';
import { ImageAttemptLost } from '../ports/image-work.ts';
import type { PhotoReport } from '../service.ts';
import { uploadExpired } from './usable-upload.ts';

const retryAfterS = 5;
/** The shop's name on the report if the owners have set no name. */
const shopNameDefault = 'Photokiosk';

interface ReportedOrder {
  readonly order: Order;
  readonly spec: PhotoSpec;
  readonly file: string;
}

type MeasuredReport = Omit<PhotoReport, 'printedUrl'>;

/** @throws AppError `invalid_parameters`, `result_expired`, `unavailable` */
export async function measuredReport(
  deps: Pick<Deps, 'files' | 'scratch' | 'orderImages' | 'log'>,
  { order, spec: { rule, background }, file }: ReportedOrder,
  client: string,
): Promise<MeasuredReport> {
  if (rule === null) {
    throw invalidParameter('order_no', 'not_a_document', 'This order is not for the photo of a document.');
  }
  const sourceFile = deps.scratch.newPath('.jpg');
  try {
    await deps.files.fetchTo(file, sourceFile);
    const measured = await deps.orderImages.measure(
      { kind: 'measure', sourceFile },
      { client, isExtra: true },
    );
    if (measured.kind === 'measured') {
      const isPhotographed = background === 'photographed';
      const lines = judgePhoto(rule, measured.measures, { isPhotographed });
      return { rule, lines, marks: photoMarksOf(rule, measured.measures) };
    }
    deps.log.warn({ ...measured, orderId: order.id }, 'photo could not be measured');
    throw imagesUnavailable(measured);
  } catch (error) {
    if (error instanceof FileMissing) throw uploadExpired();
    if (!(error instanceof ImageAttemptLost)) throw unavailableOnTrouble(error);
    deps.log.warn(
      { err: error, reason: error.reason, orderId: order.id },
      'image process ended while measuring',
    );
    throw new AppError('unavailable', 'The photo could not be measured. Please try again.', { retryAfterS });
  } finally {
    await deps.scratch.remove(sourceFile);
  }
}

export function printedPage(
  { clock, settings, shopSettings }: Pick<Deps, 'clock' | 'settings' | 'shopSettings'>,
  { order }: Pick<ReportedOrder, 'order'>,
  report: MeasuredReport,
  language: Language,
): ReportPage {
  return reportPageOf({
    ...report,
    language,
    shopName: shopSettings.current().shop_name || shopNameDefault,
    orderNo: order.orderNo,
    day: formatDay(dayOf(clock.now(), settings.zone)),
  });
}
