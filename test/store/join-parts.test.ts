import assert from 'node:assert/strict';
import { it } from 'node:test';
import { joinParts } from '../../src/store/join-parts.ts';

const named = (name: string) => ({ hello: () => `hello ${name}` });
const counted = (name: string) => ({ length: () => name.length, letters: async () => [...name] });

it('each object has the functions of all parts, over its own session', async () => {
  const join = joinParts([named, counted]);
  const [ann, robert] = [join('ann'), join('robert')];
  assert.equal(ann.hello(), 'hello ann');
  assert.equal(robert.hello(), 'hello robert');
  const { length, letters } = ann;
  assert.equal(length(), 3);
  assert.deepEqual(await letters(), ['a', 'n', 'n']);
  assert.equal(robert.length(), 6);
});

it('a function may be put in the place of one, and the others stay', () => {
  const odd = Object.create(joinParts([named, counted])('ann'), { length: { value: () => 99 } });
  assert.deepEqual([odd.length(), odd.hello()], [99, 'hello ann']);
});

it('two parts that offer the same are a mistake that shows at once', () => {
  const join = joinParts([named, named]);
  assert.throws(() => join('ann'), TypeError);
});
