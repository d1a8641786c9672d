/** Fake image work that follows a plan: it makes a picture, refuses the photo, crashes or hangs. */

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
}

export function fakeImages({ local }: Pick<FakeDisk, 'local'>): FakeImages {
  const tasks: ImageTask[] = [];
  const checks: CheckTask[] = [];
  const images: FakeImages = {
    tasks,
    checks,
    plan: 'made',
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
      return { kind: 'made', size: { widthPx: 295, heightPx: 413 }, contentType: 'image/jpeg' };
    },
    async check(task) {
      checks.push(task);
      const { plan } = images;
      if (plan === 'lost') throw new ImageAttemptLost('crashed', 'the image process died');
      if (isUnavailable(plan)) return { kind: 'unavailable', cause: plan.unavailable, detail: 'planned' };
      const refusal = typeof plan === 'object' && 'refused' in plan ? plan.refused : null;
      const preview = refusal === null && task.withPreview ? `preview${checks.length}` : null;
      return { kind: 'checked', refusal, warnings: refusal === null ? ['soft_focus'] : [], preview };
    },
    async close() {},
  };
  return images;
}

function isUnavailable(plan: ImagePlan): plan is { readonly unavailable: UnavailableCause } {
  return typeof plan === 'object' && 'unavailable' in plan;
}

function untilAborted({ signal }: ImageTaskOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
