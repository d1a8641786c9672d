import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventsOf, type StreamEvent } from '../../client/src/event-stream.ts';

async function* each(pieces: readonly string[]) {
  yield* pieces;
}

async function parsed(pieces: readonly string[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of eventsOf(each(pieces))) events.push(event);
  return events;
}

const stream =
  'retry: 3000\r\n\r\n: still here\n\nevent: order\nid: 7\ndata: {"a":1}\n\nevent:end\r\ndata: one\r\ndata: two\r\n\r\nevent: cut\ndata: x\n';

test('an event stream that arrives in pieces of any size has the same events', async () => {
  const events = [
    { event: 'order', data: '{"a":1}', id: '7' },
    { event: 'end', data: 'one\ntwo', id: '7' },
  ];
  assert.deepEqual(await parsed([stream]), events);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(stream.length), { maxLength: 20 }), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), stream.length];
      const pieces = ends.map((end, index) => stream.slice(ends[index - 1] ?? 0, end));
      assert.deepEqual(await parsed(pieces), events);
    }),
  );
});

test('a line without end is refused instead of filling the memory', async () => {
  await assert.rejects(parsed(Array<string>(3).fill('x'.repeat(500_000))), /without end/);
});
