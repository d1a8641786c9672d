import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFairQueue, type FairQueue } from '../../../src/imaging/process/fair-queue.ts';

function taken(queue: FairQueue<string>, count: number): string {
  return Array.from({ length: count }, () => queue.take() ?? '-').join(' ');
}

test('tasks of two clients are taken alternately, however many tasks one of the clients has', () => {
  const queue = createFairQueue<string>(100);
  for (let i = 1; i <= 6; i++) queue.add(`a${i}`, 'a', 100);
  for (let i = 1; i <= 3; i++) queue.add(`b${i}`, 'b', 100);
  assert.equal(taken(queue, 9), 'a1 b1 a2 b2 a3 b3 a4 a5 a6');
});

test('the first task of a new client is taken next, although another client has filled the queue', () => {
  const queue = createFairQueue<string>(100);
  for (let i = 1; i <= 20; i++) queue.add(`a${i}`, 'a', 240);
  taken(queue, 8);
  queue.add('b1', 'b', 20);
  assert.equal(taken(queue, 2), 'b1 a9');
});

test('a client with large photos gets as much processing time as a client with small photos, and therefore fewer turns', () => {
  const queue = createFairQueue<string>(100);
  for (let i = 1; i <= 3; i++) queue.add(`L${i}`, 'large', 100);
  for (let i = 1; i <= 30; i++) queue.add(`s${i}`, 'small', 10);
  assert.equal(taken(queue, 22).match(/L/g)?.length, 2);
});

test('of the photos of one client, the smallest is taken first', () => {
  const queue = createFairQueue<string>(100);
  queue.add('large', 'a', 240);
  queue.add('small', 'a', 10);
  queue.add('middle', 'a', 100);
  assert.equal(taken(queue, 3), 'small middle large');
});

test('a large photo is taken although small photos of new clients keep arriving', () => {
  const queue = createFairQueue<string>(100);
  queue.add('large', 'a', 240);
  let tasks = 0;
  while (tasks < 1000) {
    queue.add(`s${tasks}`, `client ${tasks}`, 10);
    if (queue.take() === 'large') break;
    tasks += 1;
  }
  assert.ok(tasks <= 25, `${tasks} small photos came first`);
});

test('a large photo is taken although the same client keeps sending small photos', () => {
  const queue = createFairQueue<string>(100);
  queue.add('large', 'a', 240);
  let tasks = 0;
  while (tasks < 1000) {
    queue.add(`s${tasks}`, 'a', 10);
    if (queue.take() === 'large') break;
    tasks += 1;
  }
  assert.ok(tasks <= 25, `${tasks} small photos came first`);
});

test('a full queue accepts the task of a new client, and instead refuses the newest task of the client with the most tasks', () => {
  const queue = createFairQueue<string>(4);
  for (const name of ['a1', 'a2', 'a3', 'a4']) assert.equal(queue.add(name, 'a', 10), undefined);
  assert.equal(queue.add('a5', 'a', 10), 'a5', 'the task of the client that has filled the queue is refused');
  assert.equal(queue.add('b1', 'b', 10), 'a4');
  assert.equal(queue.add('b2', 'b', 10), 'a3');
  assert.equal(queue.add('b3', 'b', 10), 'b3', 'the added task is refused when both clients have two tasks');
  assert.equal(queue.length(), 4);
});

test('a removed task is not taken, and drain removes all tasks', () => {
  const queue = createFairQueue<string>(4);
  for (const name of ['a1', 'a2', 'a3']) queue.add(name, 'a', 10);
  queue.remove('a1');
  assert.equal(queue.take(), 'a2');
  assert.deepEqual(queue.drain(), ['a3']);
  assert.equal(queue.take(), undefined);
});

test('every task that was added is taken or refused exactly once, and the queue never exceeds its bound', () => {
  const step = fc.oneof(
    fc.record({ client: fc.constantFrom('a', 'b', 'c'), cost: fc.integer({ min: 1, max: 500 }) }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = createFairQueue<number>(7);
      const ended: number[] = [];
      let added = 0;
      for (const one of steps) {
        const out = one === null ? queue.take() : queue.add(added++, one.client, one.cost);
        if (out !== undefined) ended.push(out);
        assert.ok(queue.length() <= 7);
      }
      for (let out = queue.take(); out !== undefined; out = queue.take()) ended.push(out);
      assert.deepEqual(
        ended.sort((a, b) => a - b),
        Array.from({ length: added }, (_, i) => i),
      );
    }),
  );
});
