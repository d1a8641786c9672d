/** An operator retries one dead or stuck job. */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { jobFacts, requireLockedJob } from './locked-job.ts';
import { restartJob } from './restart-job.ts';

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` when the job runs or is no longer needed. */
export async function retryJob(
  deps: ActDeps & Pick<Deps, 'jobs'>,
  caller: OperatorCaller,
  id: number,
): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { job, canRetry, orderNo } = await requireLockedJob(deps.jobs, act, id);
    if (!canRetry || !(await restartJob(deps.jobs, act, job))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be retried: it is running, or it has nothing left to do.',
        { reason: 'job_not_retriable' },
      );
    }
    await recordAudit(act, caller, {
      action: 'job_retried',
      targetKind: 'job',
      targetId: String(id),
      reason: null,
      before: jobFacts(job),
      after: { state: 'ready', order_no: orderNo },
    });
  });
}
