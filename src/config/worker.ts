/** Reads which kinds of jobs a worker runs, and on which port it answers health checks. */

import { type PictureKind, pictureKinds } from '../domain/goods/picture-kinds.ts';
import type { Reader } from './environment-reader.ts';

export const workerKinds = ['pictures', 'webhooks', 'payments', 'others'] as const;
export type WorkerKind = (typeof workerKinds)[number];

export interface WorkerConfig {
  /** The port of health checks and metrics of `ROLE=worker`; null: none. */
  readonly workerPort: number | null;
  /** The kinds of jobs that this process runs. */
  readonly workerKinds: readonly WorkerKind[];
  /** The kinds of pictures that this process makes; null: all, also those of later versions. */
  readonly workerPictures: readonly PictureKind[] | null;
}

export function readWorker({ integerOrOff, list, problems }: Reader): WorkerConfig {
  const names = list('WORKER_KINDS');
  const pictures = pictureKinds.filter((kind) => names.includes(kind));
  const kinds = workerKinds.filter(
    (kind) => names.includes(kind) || (kind === 'pictures' && pictures.length > 0),
  );
  const known: readonly string[] = [...workerKinds, ...pictureKinds];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    problems.push(`WORKER_KINDS must list ${known.join(', ')}, not "${unknown}".`);
  }
  return {
    workerPort: integerOrOff('WORKER_PORT', 8081, 0, 65_535),
    workerKinds: kinds.length === 0 ? workerKinds : kinds,
    workerPictures: pictures.length === 0 || names.includes('pictures') ? null : pictures,
  };
}
