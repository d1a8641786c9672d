/**
 * Job `forget_again`, a schedule: applies tombstones to a restored database and completes erasures
 * (`forget-again.ts`).
 */

import { defineJob, noPayload } from '../jobs/define-job.ts';
import { type ForgetDeps, forgetAgain } from './forget-again.ts';

const everyMs = 10 * 60_000;

export const forgetAgainJob = defineJob({
  kind: 'forget_again',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ForgetDeps, _job, { signal }) {
    const { files } = await forgetAgain(deps, signal);
    if (files.length > 0) await deps.store.dropDeletedBytes();
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});
