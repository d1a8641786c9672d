/** Describes the outcome of a crash run with a fake provider for people. */

import type { BankCrashReport } from './bank-crash-run.ts';

/** The maximum number of failures shown of each sort: more would rarely help and would fill the screen. */
const shownMax = 20;

export function bankCrashSummary(report: BankCrashReport): string {
  const money = (minor: number) => (minor / 100).toFixed(2);
  const moments = [...report.killsAt].map(([moment, count]) => `${moment} ${count}`).join(', ');
  return [
    `${report.provider}: kills ${report.kills} (${moments}),`,
    `orders ${report.orders}, payments ${report.payments}, refunds ${report.refunds},`,
    `notifications sent ${report.notifications}, unanswered calls ${report.unanswered};`,
    `provider took ${money(report.takenMinor)} and returned ${money(report.returnedMinor)};`,
    `settled after ${report.settledMs} ms, slowest start ${report.startMsMax} ms;`,
    `LOST ${report.lost.length} DOUBLED ${report.doubled.length} STUCK ${report.stuck.length}`,
    `WRONG ${report.wrong.length} ORPHANS ${report.orphans.length}`,
  ].join(' ');
}

/** @returns the failures, at most `shownMax` of each sort; empty when there are none. */
export function bankCrashFailures(report: BankCrashReport): string[] {
  const { provider, lost, doubled, stuck, wrong } = report;
  const named = Object.entries({ lost, doubled, stuck, wrong }).flatMap(([sort, list]) =>
    list.slice(0, shownMax).map((what) => `${provider}, ${sort}: ${what}`),
  );
  return [...named, ...report.orphans.map((pid) => `${provider}, orphan: process ${pid}`)];
}
