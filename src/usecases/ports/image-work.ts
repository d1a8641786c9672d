/**
 * Decodes and computes pictures. An implementation never decodes in the calling process: an image can crash a
 * decoder, make it hang or exhaust its memory. An image that harms its decoder may make one attempt fail, but must
 * not stop the service.
 */

import type { FileWindow } from '../../domain/documents/file-window.ts';
import type { PhotoMeasures } from '../../domain/documents/photo-measures.ts';
import type { ReportPage } from '../../domain/documents/report-page.ts';
import type { AigcMark, SourceType } from '../../domain/goods/ai-label.ts';
import type { IdPhotoSize, IdPhotoSizeName } from '../../domain/goods/id-photo.ts';
import type { PhotoBackground } from '../../domain/goods/photo-background.ts';
import type { CropCorners, PhotoDamage, PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { SheetLayout } from '../../domain/goods/print-sheet.ts';

/**
 * Why no picture can be made from an upload; a retry would not help. The customer reads a sentence for each reason, so
 * each reason is something that the customer can see and change.
 */
export const imageRefusals = [
  'not_an_image',
  'unsupported_format',
  'too_many_pixels',
  'too_small',
  'too_large_to_enlarge',
  'undecodable',
  'no_face',
  'several_faces',
  'face_too_small',
  'face_cut_off',
  'face_turned',
  'eyes_closed',
  'face_too_dark',
  'too_blurred',
  'cut_out_failed',
  'rule_missed',
  'background_not_allowed',
  'file_size_impossible',
] as const;

export type ImageRefusal = (typeof imageRefusals)[number];

export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * `queue_full`: too many tasks wait. `stopping`: the service stops. `no_process`: no image process could be started.
 * `killed`: something outside the service stopped or killed the image process. `storage`: a file could not be read or
 * written, for example because the disk is full.
 */
export const unavailableCauses = ['queue_full', 'stopping', 'no_process', 'killed', 'storage'] as const;
export type UnavailableCause = (typeof unavailableCauses)[number];

/** The machine could not do the work. The picture is not the cause, so the run must not count as an attempt. */
export interface ImagesUnavailable {
  readonly kind: 'unavailable';
  readonly cause: UnavailableCause;
  /** For the log. */
  readonly detail: string;
}

export type ImageOutcome =
  | { readonly kind: 'made'; readonly size: ImageSize; readonly contentType: string }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal }
  | ImagesUnavailable;

/** Decodes an upload completely and writes it as an upright sRGB JPEG without metadata, which is safe to store. */
export interface NormaliseTask {
  readonly kind: 'normalise';
  /** Absolute path of the received bytes. */
  readonly sourceFile: string;
  /** Absolute path of the file to write; it must not exist yet. Written only when the outcome is `made`. */
  readonly targetFile: string;
  readonly pixelsMax: number;
  /** Maximum size of the written JPEG. A larger photo is compressed more and then scaled down, until it fits. */
  readonly sizeBytesMax: number;
}

/** What the metadata of a picture say about its making. */
interface PictureLabels {
  /** The source type; null: none. Absent: the usual source type of the kind of picture. */
  readonly sourceType?: SourceType | null;
  /** The label of AI-made content. Absent: none. */
  readonly aigc?: AigcMark;
}

export interface IdPhotoTask extends PictureLabels {
  readonly kind: 'id_photo';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly size: IdPhotoSize;
  readonly background: PhotoBackground;
  /** Whether to correct white balance and exposure slightly. */
  readonly isCorrected: boolean;
  /** The strokes that mend the cut-out, in the form of `domain/goods/cut-strokes.ts`. Absent: none. */
  readonly cutStrokes?: string;
  /** The size that the file must have. Absent: any. */
  readonly fileWindow?: FileWindow;
}

/** Arranges copies of a finished ID photo on a sheet for printing, with lines along which to cut. */
export interface SheetTask {
  readonly kind: 'sheet';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly layout: SheetLayout;
  readonly dpi: number;
}

/**
 * Draws the printed report of a finished photo: a PDF of one page with the photo. The `size` of the outcome is the
 * size of the photo.
 */
export interface ReportTask {
  readonly kind: 'report';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly page: ReportPage;
}

export interface ColouriseTask extends PictureLabels {
  readonly kind: 'colourise';
  readonly sourceFile: string;
  readonly targetFile: string;
}

/** Fills the damage of an old photo, enlarges it if the order asks for it, and restores its tones or colourises it. */
export interface RestoreTask extends PictureLabels {
  readonly kind: 'restore';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly isColoured: boolean;
  /** True: both sides of the result are twice as long as those of the upload. */
  readonly isEnlarged: boolean;
}

/**
 * Makes the icon or the picture of a good: decodes the source completely, fits it into a square and keeps its
 * transparency.
 */
export interface IconTask {
  readonly kind: 'icon';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly pixelsMax: number;
  /** Larger icons are scaled down. Smaller icons keep their size. */
  readonly sidePxMax: number;
  /** `png` accepts PNG and WebP; `webp` also accepts JPEG. */
  readonly encoding: 'png' | 'webp';
}

export type ImageTask =
  | NormaliseTask
  | IdPhotoTask
  | ColouriseTask
  | RestoreTask
  | SheetTask
  | ReportTask
  | IconTask;

/** Maximum length of each preview of a verdict in characters, so that the response and the cache stay small. */
export const previewLengthMax = 39_000;

/**
 * Checks whether a good can be made from a photo. Returns warnings and a preview, and writes no file. Its labels have the
 * same length as those of the photo that would be made.
 */
export interface CheckTask extends PictureLabels {
  readonly kind: 'check';
  readonly sourceFile: string;
  /** The size of the ID photo to check for; null: check for a colourisation or a restoration. */
  readonly idPhoto: IdPhotoSize | null;
  /** Check for a restoration. Absent: for the good that `idPhoto` says. */
  readonly restoration?: { readonly isColoured: boolean; readonly isEnlarged: boolean };
  /** True: the photo is only cropped. Absent: its background is replaced. */
  readonly isCropOnly?: boolean;
  /** See `IdPhotoTask`. */
  readonly cutStrokes?: string;
  /** The size that the file must have. Absent: any. */
  readonly fileWindow?: FileWindow;
  /**
   * Whether to return a preview, which for a colourisation or a restoration takes much longer than the check. Damage is
   * searched for only with a preview.
   */
  readonly withPreview: boolean;
  /** Whether to return a large preview of the ID photo that would be made. */
  readonly withLargePreview?: boolean;
  /** Whether to measure the photo that would be made, for the report of a document. */
  readonly withMeasures?: boolean;
  /** The background of the photo that would be made. Absent: white. */
  readonly background?: PhotoBackground;
  /** Whether white balance and exposure of the photo that would be made are corrected. */
  readonly isCorrected?: boolean;
}

/**
 * Whether the check makes the whole photo, because its looks, its file or its measures matter. Otherwise the check only
 * cuts out the person, and background, correction and labels do not matter.
 */
export function needsWholePhoto({
  fileWindow,
  withMeasures,
  withLargePreview,
}: Pick<CheckTask, 'fileWindow' | 'withMeasures' | 'withLargePreview'>): boolean {
  return fileWindow !== undefined || withMeasures === true || withLargePreview === true;
}

/** Measures a finished photo from its file alone. */
export interface MeasureTask {
  readonly kind: 'measure';
  readonly sourceFile: string;
}

export interface MeasuredFile {
  readonly kind: 'measured';
  readonly measures: PhotoMeasures;
}

/** Maximum length of the `marks` of `PhotoDamage`, in characters. */
export const marksLengthMax = 30_000;

export interface PhotoVerdict {
  readonly kind: 'checked';
  /** Null: the good can be made. */
  readonly refusal: ImageRefusal | null;
  readonly warnings: readonly PhotoWarning[];
  /**
   * The sizes of the shop at which an ID photo can be made, if only the requested size is refused. Absent if there is
   * none, or if the reason is the same at every size.
   */
  readonly sizes?: readonly IdPhotoSizeName[];
  /**
   * A WebP in base64: the person in the crop of the ID photo, without the background and with alpha, or the small
   * coloured or restored photo with a watermark. Null when no preview was requested, and for a refused photo, except with
   * `cut_out_failed`.
   */
  readonly preview: string | null;
  /** A WebP in base64 of the finished ID photo with a watermark. Absent unless requested and made. */
  readonly largePreview?: string;
  /** Where the preview of an ID photo lies in the upload. Absent without such a preview. */
  readonly crop?: CropCorners;
  /** The damage of a photo to restore. Absent for other goods, and without a preview. */
  readonly damage?: PhotoDamage;
  /**
   * The measures of the photo that would be made. Absent if the task did not request measures, and for a refused
   * photo.
   */
  readonly measures?: PhotoMeasures;
}

/** A task of any kind. `AnyImageOutcome` is what an image process returns for it. */
export type AnyImageTask = ImageTask | CheckTask | MeasureTask;
export type AnyImageOutcome = ImageOutcome | PhotoVerdict | MeasuredFile;

export interface ImageTaskOptions {
  /** For whom the work is done. Clients share the image processes evenly. Undefined: for the service itself. */
  readonly client?: string;
  /**
   * Whether the work is a free extra. Extras run after all other work, and a separate limit bounds how many
   * wait.
   */
  readonly isExtra?: boolean;
  /** Called a few times a second with the share of the work that is done, from 0 to 1. The share never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** On abort, the image process is stopped and the promise rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * The image process failed while it worked on the picture. Another attempt may succeed. `crashed`: the process exited
 * or had a fault. `timeout`: it took too long. `memory`: it used too much memory.
 */
export class ImageAttemptLost extends Error {
  readonly reason: 'crashed' | 'timeout' | 'memory';

  constructor(reason: 'crashed' | 'timeout' | 'memory', message: string) {
    super(message);
    this.name = 'ImageAttemptLost';
    this.reason = reason;
  }
}

export interface ImageWork {
  /** Rejects with `ImageAttemptLost`, or with the abort reason. */
  run(task: ImageTask, options?: ImageTaskOptions): Promise<ImageOutcome>;
  /** Rejects with `ImageAttemptLost`. */
  check(
    task: CheckTask,
    options?: Pick<ImageTaskOptions, 'client' | 'isExtra'>,
  ): Promise<PhotoVerdict | ImagesUnavailable>;
  /** Rejects with `ImageAttemptLost`, or with the abort reason. */
  measure(
    task: MeasureTask,
    options?: Pick<ImageTaskOptions, 'client' | 'isExtra' | 'signal'>,
  ): Promise<MeasuredFile | ImagesUnavailable>;
  /** Stops the image processes. Tasks that are running resolve with `unavailable`. */
  close(): Promise<void>;
}
