/**
 * `npm run test:recovery`: destroys a PostgreSQL database and recovers it to a point in time between two orders, with
 * the steps of docs/operating.md (`test/recovery/point-in-time.ts`). The exit code is 1 if the recovered database
 * lacks the order before that point, contains the order after it, or the self-audit finds a problem.
 */

import { recoverToPointInTime } from '../test/recovery/point-in-time.ts';

const { audits, recoverySeconds } = await recoverToPointInTime((line) => console.log(line));
for (const audit of audits) console.log(audit.replace(/^/gm, '  '));
console.log(`RECOVERED in ${recoverySeconds.toFixed(1)} s, AUDITS CLEAN ${audits.length}`);
