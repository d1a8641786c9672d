/** Job `remove_file`: removes one stored file that no row refers to. Key: the file's key in the file store. */

import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';

export const removeFileJob = defineJob({
  kind: 'remove_file',
  lane: 'small',
  judgesDeadlines: true,
  priority: 'normal',
  attemptsMax: 20,
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run({ files }: Pick<Deps, 'files'>, { key: file }) {
    await files.remove(file);
    return { kind: 'done' };
  },
});
