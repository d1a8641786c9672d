/** Reads which kinds of jobs a worker runs, and on which port it answers health checks. */

import type { Reader } from './environment-reader.ts';

export const workerKinds = ['pictures', 'webhooks', 'payments', 'others'] as const;
export type WorkerKind = (typeof workerKinds)[number];

export interface WorkerConfig {
  /** The port of health checks and metrics of `ROLE=worker`; null: none. */
  readonly workerPort: number | null;
  /** The kinds of jobs that this process runs. */
  readonly workerKinds: readonly WorkerKind[];
}

export function readWorker({ integerOrOff, list, problems }: Reader): WorkerConfig {
  const names = list('WORKER_KINDS');
  const kinds = workerKinds.filter((kind) => names.includes(kind));
  const unknown = names.find((name) => !workerKinds.some((kind) => kind === name));
  if (unknown !== undefined) {
    problems.push(`WORKER_KINDS must list ${workerKinds.join(', ')}, not "${unknown}".`);
  }
  return {
    workerPort: integerOrOff('WORKER_PORT', 8081, 0, 65_535),
    workerKinds: kinds.length === 0 ? workerKinds : kinds,
  };
}
