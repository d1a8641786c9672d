/**
 * The thread of `report-reader.ts`: runs reads on a connection of its own, one after the other, and posts the rows in
 * parts. A part is small, so that the main thread takes it in about a millisecond and serves requests between parts.
 */

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportAnswer, ReportQuery } from './report-reader.ts';

const partLength = 500;
const busyTimeoutMs = 5_000;

if (parentPort === null) throw new Error('this file runs only as a thread');
const port = parentPort;
const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: busyTimeoutMs });
database.exec('pragma cache_size = -16384; pragma temp_store = memory; pragma trusted_schema = off');
const prepared = new Map<string, StatementSync>();

function preparedOf(text: string): StatementSync {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  const made = database.prepare(text);
  made.setReturnArrays(true);
  prepared.set(text, made);
  return made;
}

function answer(part: ReportAnswer): void {
  port.postMessage(part);
}

port.on('message', ({ text, values }: ReportQuery) => {
  try {
    const statement = preparedOf(text);
    const names = statement.columns().map(({ name }) => name);
    let rows: unknown[] = [];
    for (const row of statement.iterate(...values)) {
      rows.push(row);
      if (rows.length < partLength) continue;
      answer({ kind: 'part', names, rows });
      rows = [];
    }
    answer({ kind: 'end', names, rows });
  } catch (error) {
    const errcode =
      error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
        ? error.errcode
        : null;
    answer({ kind: 'failed', error: error instanceof Error ? error.message : String(error), errcode });
  }
});
