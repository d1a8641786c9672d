/**
 * `npm run audit`: proves from the database that every order is what its history says and that money in =
 * money kept + money returned + money on its way back, and that what is owed has a job; then compares with the
 * sandbox bank's own book and tells of jobs that are late. Reads only, so it may run beside the service. Exit
 * code 1 when something does not hold; a late job is none of that, as there are some whenever the service stands.
 */

import { readConfig } from '../src/config.ts';
import { openLog } from '../src/main/log.ts';
import { openDatabase } from '../src/main/start-service.ts';
import { lateJobs } from '../src/usecases/self-audit/audit-jobs.ts';
import { auditMoney } from '../src/usecases/self-audit/audit-money.ts';

const { log } = openLog('warn');
const { store, sandboxLedger } = await openDatabase(readConfig(process.env, process.cwd()), log);
try {
  const { orders, sums, problems } = await auditMoney({ store });
  console.log(`${orders} orders`);
  for (const sum of sums) {
    console.log(
      `${sum.currency}: received ${sum.receivedMinor} = kept ${sum.keptMinor} + returned ${sum.returnedMinor} + on its way back ${sum.owedMinor} (minor units)`,
    );
  }
  for (const { currency, takenMinor, returnedMinor } of await sandboxLedger.balances()) {
    const ours = sums.find((sum) => sum.currency === currency);
    const unknown = takenMinor - (ours?.receivedMinor ?? 0);
    // Money whose notify was lost is found by asking, within minutes: a difference that stays is a fault.
    console.log(
      `sandbox bank, ${currency}: took ${takenMinor}, returned ${returnedMinor}; not yet known to us: ${unknown}`,
    );
  }
  for (const job of await lateJobs(store, Date.now())) console.error(`LATE ${job}`);
  for (const problem of problems) console.error(`PROBLEM ${problem}`);
  console.log(problems.length === 0 ? 'Everything holds.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await store.close();
}
