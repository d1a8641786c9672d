/** Converts a job to its JSON in the console's API. */

import type { JobView } from '../../usecases/jobs/view-job.ts';

export interface JobWire {
  readonly id: number;
  readonly kind: string;
  readonly key: string | null;
  readonly trouble: JobView['trouble'];
  readonly state: JobView['job']['state'];
  readonly attempts: number;
  readonly attempts_max: number;
  readonly created_at: string;
  readonly run_at: string;
  readonly due_at: string;
  readonly last_error: string | null;
  readonly request_id: string | null;
  readonly order_id: number | null;
  readonly order_no: string | null;
  readonly can_retry: boolean;
  readonly can_discard: boolean;
}

export function jobToWire({ job, trouble, orderNo, orderId, canRetry, canDiscard }: JobView): JobWire {
  return {
    id: job.id,
    kind: job.kind,
    key: job.key,
    trouble,
    state: job.state,
    attempts: job.attempts,
    attempts_max: job.attemptsMax,
    created_at: new Date(job.createdAt).toISOString(),
    run_at: new Date(job.runAt).toISOString(),
    due_at: new Date(job.dueAt).toISOString(),
    last_error: job.lastError,
    request_id: job.requestId,
    order_id: orderId,
    order_no: orderNo,
    can_retry: canRetry,
    can_discard: canDiscard,
  };
}
