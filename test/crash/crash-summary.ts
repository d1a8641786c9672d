/** Describes the outcome of a crash run for people. */

import type { CrashReport } from './crash-run.ts';

/** The maximum number of failures shown of each sort: more would rarely help and would fill the screen. */
const shownMax = 20;

export function crashSummary(report: CrashReport): string {
  const { kills, killsInPictures, orders, payments, refundsDone, memberships, uploads } = report;
  const money = (minor: number) => (minor / 100).toFixed(2);
  return [
    `kills ${kills} (${killsInPictures} while a picture was made), orders ${orders}, payments ${payments},`,
    `refunds ${refundsDone}, memberships ${memberships}, uploads ${uploads},`,
    `pictures ${report.picturesDone} done and ${report.picturesRefunded} failed and refunded;`,
    `unanswered ${report.unanswered}, replayed ${report.replayed};`,
    `bank took ${money(report.takenMinor)}, returned ${money(report.returnedMinor)}, still to return ${money(report.refundingMinor)};`,
    `settled after ${report.settledMs} ms, slowest start ${report.startMsMax} ms;`,
    `LOST ${report.lost.length} DOUBLED ${report.doubled.length} STUCK ${report.stuck.length}`,
    `WRONG ${report.wrong.length} ORPHANS ${report.orphans.length}`,
  ].join(' ');
}

/** @returns the failures, at most `shownMax` of each sort; empty when there are none. */
export function crashFailures(report: CrashReport): string[] {
  const sorts = { lost: report.lost, doubled: report.doubled, stuck: report.stuck, wrong: report.wrong };
  const named = Object.entries(sorts).flatMap(([sort, list]) =>
    list.slice(0, shownMax).map((what) => `${sort}: ${what}`),
  );
  return [...named, ...report.orphans.map((pid) => `orphan: process ${pid}`)];
}
