/** The console has a word for all that the service names, and its Chinese every phrase of its pages, and no other. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { operatorRoles } from '../../src/domain/operator-roles.ts';
import { attemptStates, refundStates } from '../../src/domain/payment-state.ts';
import { auditActions, auditTargetKinds } from '../../src/usecases/callers/audit-store.ts';
import { jobKinds } from '../../src/usecases/ports/jobs.ts';
import * as sentences from '../../web/console/texts/service-sentences.ts';
import * as tables from '../../web/console/texts/words.ts';
import { zh } from '../../web/console/texts/zh.ts';

const folder = fileURLToPath(new URL('../../web/console/', import.meta.url));

/** Phrases that stand in `t('…')`, and the names of pages. */
function phrasesOfPages(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/(?:\bt\(\s*|\blabel: )'([^']+)'/g),
    ])
    .map((match) => match[1] ?? '');
}

const { codeSentences, fieldNames, fieldSentences, providerSentences, refusalSentences } = sentences;

const phrases = new Set([
  ...phrasesOfPages(),
  ...[codeSentences, fieldNames, fieldSentences, providerSentences, refusalSentences].flatMap((table) =>
    Object.values<string>(table),
  ),
  ...Object.values(tables).flatMap((table) => Object.values<string>(table)),
]);

it('the pages were looked at', () => {
  assert.ok(phrases.size > 300, `${phrases.size} phrases`);
});

/** By a list where the service has one; else by a table of its own that names them all. */
const named: readonly (readonly [table: Readonly<Record<string, string>>, names: readonly string[]])[] = [
  [tables.historyWords, orderEventTypes()],
  [tables.attemptWords, attemptStates],
  [tables.refundWords, refundStates],
  [tables.jobKindWords, jobKinds],
  [tables.auditWords, auditActions],
  [tables.targetWords, auditTargetKinds],
  [tables.roleWords, operatorRoles],
];

/** As they stand in the type, which is gone when this runs. */
function orderEventTypes(): string[] {
  const source = readFileSync(new URL('../../src/domain/order-events.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/readonly type: '(\w+)'/g)].map((match) => match[1] ?? '');
}

it('what happens to an order, a payment, a refund or a job has a word, and so has each act', () => {
  assert.ok(orderEventTypes().length >= 13);
  for (const [table, names] of named) {
    assert.deepEqual(
      names.filter((name) => table[name] === undefined),
      [],
    );
  }
});

it('each phrase is there', () => {
  assert.deepEqual(
    [...phrases].filter((phrase) => zh[phrase] === undefined),
    [],
  );
});

it('nothing else is', () => {
  assert.deepEqual(
    Object.keys(zh).filter((phrase) => !phrases.has(phrase)),
    [],
  );
});

it('each has the same places for values', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  const wrong = Object.entries(zh).filter(([english, chinese]) => {
    // An amount of something may be told without the zone or the size; never with a place that has no value.
    return places(chinese).some((place) => !places(english).includes(place));
  });
  assert.deepEqual(wrong, []);
});

const consoleFolder = fileURLToPath(new URL('../../src/usecases/', import.meta.url));

it('what the use cases of the console refuse with is said in Chinese too', () => {
  const refusals = readdirSync(consoleFolder).flatMap((name) => [
    ...readFileSync(join(consoleFolder, name), 'utf8').matchAll(
      /AppError\(\s*'(?:illegal_transition|unknown_item|unusable_image)',\s*'([^']+)'/g,
    ),
  ]);
  assert.ok(refusals.length >= 15, `${refusals.length} refusals`);
  assert.deepEqual(
    refusals.map((match) => match[1] ?? '').filter((sentence) => zh[sentence] === undefined),
    [],
  );
});
