/**
 * `npm run audit`: runs the self-audit once. It replays every order's history, checks that the received money equals
 * revenue + finished refunds + open refunds, and checks that every open refund has a job. Then it compares the sums
 * with the sandbox bank, counts the open differences to the providers' bills and lists late jobs. It opens the
 * database for reading only, so it may run beside the service, and it refuses a database that is absent or of another
 * version. The exit code is 1 when the audit finds a problem or cannot run. Open differences and late jobs do not
 * change the exit code, because they also occur after the service was stopped for a time.
 */

import { readConfig } from '../src/config.ts';
import { openDatabaseReadOnly } from '../src/main/database.ts';
import { openLog } from '../src/main/log.ts';
import { startFailure } from '../src/main/start-failure.ts';
import type { OpenedStore } from '../src/store/open-store.ts';
import { allJobs } from '../src/usecases/all-jobs.ts';
import { lateJobs } from '../src/usecases/self-audit/job-problems.ts';
import { runSelfAudit } from '../src/usecases/self-audit/run-self-audit.ts';

/** @returns whether the audit found no problem. */
async function audit({ store, sandboxLedger }: OpenedStore): Promise<boolean> {
  const { orders, sums, problems, openDifferences } = await runSelfAudit({ store });
  console.log(`${orders} orders`);
  for (const sum of sums) {
    console.log(
      `${sum.currency}: received ${sum.receivedMinor} = revenue ${sum.keptMinor} + refunded ${sum.returnedMinor} + settled ${sum.settledMinor} + still to refund ${sum.refundingMinor} (minor units)`,
    );
  }
  for (const { currency, takenMinor, returnedMinor } of await sandboxLedger.balances()) {
    const ours = sums.find((sum) => sum.currency === currency);
    const unknown = takenMinor - (ours?.receivedMinor ?? 0);
    // If the notification of a payment was lost, the service finds the payment by a query within minutes. If the sums
    // differ for longer, something is wrong.
    console.log(
      `sandbox bank, ${currency}: received ${takenMinor}, refunded ${returnedMinor}; not yet known to the service: ${unknown}`,
    );
  }
  if (openDifferences > 0) console.error(`DIFFERENCES to the providers’ bills: ${openDifferences} open`);
  for (const job of await lateJobs({ store, jobs: allJobs }, Date.now())) console.error(`LATE ${job}`);
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  console.log(problems.length === 0 ? 'No problems.' : `${problems.length} problems.`);
  return problems.length === 0;
}

try {
  const { log } = openLog('warn');
  const opened = await openDatabaseReadOnly(readConfig(process.env, process.cwd()), log);
  try {
    process.exitCode = (await audit(opened)) ? 0 : 1;
  } finally {
    await opened.store.close();
  }
} catch (error) {
  const sentence = startFailure(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
