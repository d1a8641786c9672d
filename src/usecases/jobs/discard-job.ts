/** An operator discards one dead job. */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { jobFacts, requireLockedJob } from './locked-job.ts';

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` when the job is not dead or is still needed. */
export async function discardJob(
  deps: ActDeps & Pick<Deps, 'jobs'>,
  caller: OperatorCaller,
  id: number,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'jobs_discard');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { job, canDiscard, orderNo } = await requireLockedJob(deps.jobs, act, id);
    if (!canDiscard || !(await act.tx.jobs.removeDead(id))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be discarded because its order still needs it.',
        { reason: 'job_still_needed' },
      );
    }
    await recordAudit(act, caller, {
      action: 'job_discarded',
      targetKind: 'job',
      targetId: String(id),
      reason,
      before: { ...jobFacts(job), order_no: orderNo },
      after: null,
    });
  });
}
