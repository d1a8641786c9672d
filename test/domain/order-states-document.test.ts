/** `docs/order-states.md` is the three transition tables as readable text; this holds it to the code. */

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
    return steps.length > 0 ? steps : [[`\`${from}\``, '—', 'the end']];
  });
}

function section(title: string, first: string, table: Table, states: readonly string[]): string {
  const rows = rowsOf(table, states);
  return `## ${title}\n\nBegins as \`${first}\`.\n\n${markdownTable(['State', 'Event', 'State after'], rows)}\n`;
}

test('the committed tables of states are the ones that the service runs by', () => {
  const text = [
    '# States\n',
    'Made from `src/domain/order-state.ts` and `src/domain/payment-state.ts`, and held to them by',
    '`test/domain/order-states-document.test.ts` (run it with `UPDATE_SNAPSHOTS=1` after a change). A pair of state',
    'and event that is not listed is illegal.\n',
    section('Order: `status`/`deal_status`', initialState, transitions, orderStates),
    section('Payment attempt', 'opening', attemptTransitions, attemptStates),
    section('Refund', 'requested', refundTransitions, refundStates),
  ].join('\n');
  assertCommitted('order-states.md', text);
});
