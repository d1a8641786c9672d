/** Generates `docs/order-states.md` from the three transition tables, and checks that the committed page is current. */

import { test } from 'node:test';
import { initialState, orderStates, transitions } from '../../src/domain/order-state.ts';
import {
  attemptStates,
  attemptTransitions,
  refundStates,
  refundTransitions,
} from '../../src/domain/payment-state.ts';
import { assertCommitted, markdownTable } from './committed-document.ts';

type Table = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

function rowsOf(table: Table, states: readonly string[]): string[][] {
  return states.flatMap((from) => {
    const steps = Object.entries(table).flatMap(([event, targets]) => {
      const to = targets[from];
      return to === undefined ? [] : [[`\`${from}\``, event, `\`${to}\``]];
    });
    return steps.length > 0 ? steps : [[`\`${from}\``, '—', 'final']];
  });
}

function section(title: string, first: string, table: Table, states: readonly string[]): string {
  const rows = rowsOf(table, states);
  return `## ${title}\n\nInitial state: \`${first}\`.\n\n${markdownTable(['State', 'Event', 'State after'], rows)}\n`;
}

test('docs/order-states.md lists exactly the transitions of the service', () => {
  const text = [
    '# Order states\n',
    'The tables on this page list every allowed transition. An event that is not listed for a state is refused.\n',
    '`test/domain/order-states-document.test.ts` generates this page from `src/domain/order-state.ts` and',
    '`src/domain/payment-state.ts` if `UPDATE_SNAPSHOTS=1` is set. If it is not set, the test fails when the page is out of date.\n',
    section('Order: `status`/`deal_status`', initialState, transitions, orderStates),
    section('Payment attempt', 'opening', attemptTransitions, attemptStates),
    section('Refund', 'requested', refundTransitions, refundStates),
  ].join('\n');
  assertCommitted('order-states.md', text);
});
