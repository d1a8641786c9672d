/** Documents that are generated from the code and committed, so that a review shows the effect of a change. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../docs');

/** Asserts that `docs/<name>` contains exactly `text`. With UPDATE_SNAPSHOTS=1, writes the file first. */
export function assertCommitted(name: string, text: string): void {
  const file = join(docs, name);
  if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, text);
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  assert.equal(committed, text, `docs/${name} is out of date; run the test with UPDATE_SNAPSHOTS=1`);
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
