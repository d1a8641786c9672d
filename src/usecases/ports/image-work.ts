/**
 * Pixel work. An implementation never decodes in the calling process: a stranger's image may crash,
 * hang or exhaust the memory of a decoder, and that must cost one attempt, never the service.
 */

import type { BackgroundColour, IdPhotoSize } from '../../domain/goods/id-photo.ts';
import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { SheetLayout } from '../../domain/goods/print-sheet.ts';

/**
 * Why a picture cannot be made of this upload, however often it is tried. The customer reads a sentence
 * made from it, so each value names something that the customer can see and change.
 */
export const imageRefusals = [
  'not_an_image',
  'unsupported_format',
  'too_many_pixels',
  'too_small',
  'undecodable',
  'no_face',
  'several_faces',
  'face_too_small',
  'face_cut_off',
  'face_turned',
  'eyes_closed',
  'too_blurred',
  'cut_out_failed',
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

/** The machine could not do the work. This says nothing about the picture and must cost no attempt. */
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

/** Makes an upload safe to keep: decoded in full, upright, sRGB, without metadata, as a JPEG. */
export interface NormaliseTask {
  readonly kind: 'normalise';
  /** Absolute path of the bytes as they arrived. */
  readonly sourceFile: string;
  /** Absolute path to write; must not exist yet. Left absent unless the outcome is `made`. */
  readonly targetFile: string;
  readonly pixelsMax: number;
  /** Bound of the written JPEG. A larger photo loses quality, and then pixels, until it fits. */
  readonly sizeBytesMax: number;
}

export interface IdPhotoTask {
  readonly kind: 'id_photo';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly size: IdPhotoSize;
  readonly background: BackgroundColour;
  /** Mild correction of white balance and exposure. */
  readonly isCorrected: boolean;
}

/** Lays copies of a finished ID photo out on a sheet, with lines to cut along. */
export interface SheetTask {
  readonly kind: 'sheet';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly layout: SheetLayout;
  readonly dpi: number;
}

export interface ColouriseTask {
  readonly kind: 'colourise';
  readonly sourceFile: string;
  readonly targetFile: string;
}

/** A picture for a shelf: decoded in full, fitted into a square, transparency kept, as a PNG. */
export interface IconTask {
  readonly kind: 'icon';
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly pixelsMax: number;
  /** Larger ones are made smaller; smaller ones stay. */
  readonly sidePxMax: number;
}

export type ImageTask = NormaliseTask | IdPhotoTask | ColouriseTask | SheetTask | IconTask;

/** Longest `preview` of a verdict, in characters: what is remembered and answered stays small. */
export const previewLengthMax = 39_000;

/** Whether a good can be made of a photo, what may disappoint, and a small look at it. Writes nothing. */
export interface CheckTask {
  readonly kind: 'check';
  readonly sourceFile: string;
  /** The ID photo that would be made; null: a colourisation. */
  readonly idPhoto: IdPhotoSize | null;
  /** Whether to show the cut; only of an ID photo. */
  readonly withPreview: boolean;
}

export interface PhotoVerdict {
  readonly kind: 'checked';
  /** Null: the good can be made. */
  readonly refusal: ImageRefusal | null;
  readonly warnings: readonly PhotoWarning[];
  /** The cut person in the sold crop, as a WebP with alpha in base64; null unless asked for and not refused. */
  readonly preview: string | null;
}

export interface ImageTaskOptions {
  /** For whom the work is done. Clients share the image processes evenly. Undefined: for the service itself. */
  readonly client?: string;
  /** Free extras come after all other work and have a bound of their own. */
  readonly isExtra?: boolean;
  /** Monotonic share of the work done, 0–1; called at most a few times a second. */
  readonly onProgress?: (fraction: number) => void;
  /** Abort: the child is stopped and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * The image process failed while it worked on the picture. The picture is probably the cause, but another attempt may
 * succeed. `crashed` covers a fault and an exit; `timeout` a hang; `memory` a process over its bound.
 */
export class ImageAttemptLost extends Error {
  readonly reason: 'crashed' | 'timeout' | 'memory';

  constructor(reason: 'crashed' | 'timeout' | 'memory', message: string) {
    super(message);
    this.name = 'ImageAttemptLost';
    this.reason = reason;
  }
}

/**
 * What keeps a decoder that an attacker has taken over from the rest of the machine. `permission_model` restricts
 * JavaScript only; the other protections bind native code too. `private_files`: the process sees neither the data folder
 * nor home folders and sockets.
 */
export const imageProtections = [
  'permission_model',
  'own_user',
  'no_new_privileges',
  'no_network',
  'private_files',
] as const;
export type ImageProtection = (typeof imageProtections)[number];

export interface ImageProtections {
  readonly active: readonly ImageProtection[];
  readonly missing: readonly ImageProtection[];
  /** The system's answer to the first way that did not work; null if every way worked or a program is missing. */
  readonly reason: string | null;
}

export interface ImageWork {
  /** Resolves with the outcome; rejects with `ImageAttemptLost`, or with the abort reason. */
  run(task: ImageTask, options?: ImageTaskOptions): Promise<ImageOutcome>;
  /** Rejects like `run`. */
  check(
    task: CheckTask,
    options?: Pick<ImageTaskOptions, 'client'>,
  ): Promise<PhotoVerdict | ImagesUnavailable>;
  /** Stops the image processes. Work under way resolves with `unavailable`. */
  close(): Promise<void>;
}
