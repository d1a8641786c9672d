/** Fake image work that follows a plan: it makes a picture, refuses the photo, crashes or hangs. */

import type { FileWindow } from '../../src/domain/documents/file-window.ts';
import type { Range } from '../../src/domain/documents/head-bands.ts';
import {
  type PhotoMeasureName,
  type PhotoMeasures,
  photoMeasureNames,
} from '../../src/domain/documents/photo-measures.ts';
import type { IdPhotoSize } from '../../src/domain/goods/id-photo.ts';
import { backgroundRows, type PhotoBackground } from '../../src/domain/goods/photo-background.ts';
import {
  type CheckTask,
  ImageAttemptLost,
  type ImageOutcome,
  type ImageRefusal,
  type ImageTask,
  type ImageTaskOptions,
  type ImageWork,
  type UnavailableCause,
} from '../../src/usecases/ports/image-work.ts';
import type { FakeDisk } from './fake-disk.ts';

export type ImagePlan =
  | 'made'
  | { readonly refused: ImageRefusal }
  /** The image process crashes. */
  | 'lost'
  | { readonly unavailable: UnavailableCause }
  /** Never ends until the signal aborts. */
  | 'hang'
  /** Calls the function before the picture is made. */
  | { readonly meanwhile: (options: ImageTaskOptions) => Promise<void> };

export interface FakeImages extends ImageWork {
  readonly tasks: readonly ImageTask[];
  readonly checks: readonly CheckTask[];
  /** The plan of all later runs. */
  plan: ImagePlan;
  /** Replaces measures of finished photos. Measures that it does not name meet the rule of the ordered document. */
  misses: Partial<PhotoMeasures>;
}

function contentTypeOf(task: ImageTask): string {
  if (task.kind === 'icon') return `image/${task.encoding}`;
  return task.kind === 'report' ? 'application/pdf' : 'image/jpeg';
}

export function fakeImages({ local }: Pick<FakeDisk, 'local'>): FakeImages {
  const tasks: ImageTask[] = [];
  const checks: CheckTask[] = [];
  const images: FakeImages = {
    tasks,
    checks,
    plan: 'made',
    misses: {},
    async run(task, options = {}): Promise<ImageOutcome> {
      tasks.push(task);
      options.signal?.throwIfAborted();
      const { plan } = images;
      if (plan === 'lost') throw new ImageAttemptLost('crashed', 'the image process died');
      if (plan === 'hang') return untilAborted(options);
      if (isUnavailable(plan)) return { kind: 'unavailable', cause: plan.unavailable, detail: 'planned' };
      if (plan !== 'made' && 'refused' in plan) return { kind: 'refused', refusal: plan.refused };
      if (plan !== 'made') await plan.meanwhile(options);
      options.onProgress?.(0.5);
      local.set(task.targetFile, Buffer.from(`${task.kind} of ${local.get(task.sourceFile) ?? 'nothing'}`));
      return {
        kind: 'made',
        size: { widthPx: 295, heightPx: 413 },
        contentType: contentTypeOf(task),
      };
    },
    async check(task) {
      checks.push(task);
      const { plan } = images;
      if (plan === 'lost') throw new ImageAttemptLost('crashed', 'the image process died');
      if (isUnavailable(plan)) return { kind: 'unavailable', cause: plan.unavailable, detail: 'planned' };
      const refusal = typeof plan === 'object' && 'refused' in plan ? plan.refused : null;
      const preview = refusal === null && task.withPreview ? `preview${checks.length}` : null;
      const large = task.withLargePreview === true ? { largePreview: `large${checks.length}` } : {};
      const measured =
        task.withMeasures === true && refusal === null && task.idPhoto !== null
          ? {
              measures: {
                ...measuresOf(task.idPhoto, task.background ?? 'white', task.fileWindow),
                ...images.misses,
              },
            }
          : {};
      const warnings = refusal === null ? (['soft_focus'] as const) : [];
      const isSearched = preview !== null && task.restoration !== undefined;
      const damage = isSearched ? { damage: { share: 0.03, marks: `marks${checks.length}` } } : {};
      return { kind: 'checked', refusal, warnings, preview, ...large, ...damage, ...measured };
    },
    async measure() {
      if (isUnavailable(images.plan)) {
        return { kind: 'unavailable', cause: images.plan.unavailable, detail: 'planned' };
      }
      const made = tasks.findLast((task) => task.kind === 'id_photo');
      if (made === undefined) throw new Error('no ID photo was made');
      return {
        kind: 'measured',
        measures: { ...measuresOf(made.size, made.background, made.fileWindow), ...images.misses },
      };
    },
    async close() {},
  };
  return images;
}

/** Measures of a photo that meets its rule: each is the middle of the band that the size allows. */
function measuresOf(
  { widthPx, heightPx, dpi, bands }: IdPhotoSize,
  background: PhotoBackground,
  fileWindow?: FileWindow,
): PhotoMeasures {
  const bytes = fileWindow === undefined ? 45_000 : (fileWindow.minBytes + fileWindow.maxBytes) / 2;
  const middle = (range: Range | null | undefined) => (range ? (range.min + range.max) / 2 : 0.5);
  const [red, green, blue] = backgroundRows(background === 'photographed' ? 'white' : background).top;
  const nothing = Object.fromEntries(photoMeasureNames.map((name) => [name, 0])) as Record<
    PhotoMeasureName,
    number
  >;
  return {
    ...nothing,
    ...{ width_px: widthPx, height_px: heightPx, dpi, bytes },
    ...{ hair_to_chin: middle(bands?.head), crown_to_chin: middle(bands?.head) },
    ...{ eyes_above_bottom: middle(bands?.eyes), above: middle(bands?.above) },
    face_width: middle(bands?.faceWidth),
    ...{ background_red: red, background_green: green, background_blue: blue },
  };
}

function isUnavailable(plan: ImagePlan): plan is { readonly unavailable: UnavailableCause } {
  return typeof plan === 'object' && 'unavailable' in plan;
}

function untilAborted({ signal }: ImageTaskOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
