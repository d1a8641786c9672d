/** Figures from the service's health that several pages show. */

import type { Health } from '../../api/types.ts';

type Queue = Health['queues'][number];

export function pictureQueue({ queues }: Health): Queue {
  return (
    queues.find(({ kind }) => kind === 'process_order') ?? {
      kind: 'process_order',
      ready: 0,
      running: 0,
      dead: 0,
      oldest_due_age_ms: 0,
    }
  );
}

/** Whether photos wait although no worker is online. */
export function lacksWorkers(health: Health): boolean {
  return pictureQueue(health).ready > 0 && health.workers.every(({ alive }) => !alive);
}

export function sizeText(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;
}
