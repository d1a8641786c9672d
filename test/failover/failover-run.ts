/**
 * The failover test: while customers order and pay, the primary of a PostgreSQL cluster is killed with SIGKILL and the
 * synchronous standby is promoted, again and again. Afterwards everything that the service acknowledged is compared
 * with the database and the bank, as in the crash test.
 */

import { type CrashReport, crashRun } from '../crash/crash-run.ts';
import { httpClient } from '../support/http-client.ts';
import { pause } from '../support/wait-until.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

export interface FailoverOptions {
  readonly seed: number;
  readonly kills: number;
  readonly customers: number;
  /** Starts the cluster. Default: `startPostgresCluster`, in which the test itself promotes the standby. */
  readonly start?: () => Promise<PostgresCluster>;
  readonly report: (line: string) => void;
}

export interface Refusal {
  /** Seconds from the kill, and from the end of the promotion, until the next order was acknowledged. */
  readonly afterKillS: number;
  readonly afterPromotionS: number;
}

export interface FailoverReport {
  readonly crash: CrashReport;
  readonly refusals: readonly Refusal[];
}

const settleMs = 240_000;
const orderEveryMs = 50;
/** How long customers shop between two kills. */
const quietMs = 1_500;

export async function failoverRun(options: FailoverOptions): Promise<FailoverReport> {
  const cluster = await (options.start ?? startPostgresCluster)();
  const refusals: Refusal[] = [];
  try {
    const crash = await crashRun({
      seed: options.seed,
      kills: 0,
      customers: options.customers,
      picturesPerRound: 3,
      databaseUrl: cluster.url,
      settleMs,
      report: options.report,
      async trouble(serviceUrl) {
        for (let kill = 1; kill <= options.kills; kill += 1) {
          await pause(quietMs);
          const killedAt = performance.now();
          await cluster.killPrimary();
          await cluster.promoteStandby();
          const promotedAt = performance.now();
          await orderUntilTaken(serviceUrl);
          const takenAt = performance.now();
          refusals.push({
            afterKillS: (takenAt - killedAt) / 1000,
            afterPromotionS: (takenAt - promotedAt) / 1000,
          });
          options.report(`kill ${kill} of ${options.kills}: ${refusalText(refusals.at(-1))}`);
          await cluster.rebuildStandby();
        }
      },
    });
    return { crash, refusals };
  } finally {
    await cluster.stop();
  }
}

/** Orders a membership, as a customer without a token, until the service acknowledges an order. */
async function orderUntilTaken(serviceUrl: string): Promise<void> {
  const client = httpClient(serviceUrl);
  for (;;) {
    try {
      const { status } = await client.post('mark_order_vip', { goods_id: 3, num: 1 });
      if (status === 200) return;
    } catch {
      // Ignore the error and try again: the connection was closed.
    }
    await pause(orderEveryMs);
  }
}

export function refusalText(refusal: Refusal | undefined): string {
  if (refusal === undefined) return 'none';
  const { afterKillS, afterPromotionS } = refusal;
  return `orders are taken ${afterKillS.toFixed(1)} s after the kill, ${afterPromotionS.toFixed(1)} s after the promotion`;
}
