import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkParameters, emptyCustomSize } from '../../web/shop/documents/purpose.ts';

const custom = { ...emptyCustomSize, width: '35', height: '45' };
const choices = { background: '#ffffff-#c0d0e0', isCropOnly: false, isCorrected: true };

it('the check of a custom size gets the background and the correction only if the file must have a certain size', () => {
  const sides = { width: 35, height: 45, unit: 'mm' };
  assert.deepEqual(checkParameters({ ...choices, purpose: { kind: 'custom', custom } }), sides);
  const bounded = { ...custom, kbMax: '20' };
  assert.deepEqual(checkParameters({ ...choices, purpose: { kind: 'custom', custom: bounded } }), {
    ...{ ...sides, kb_max: 20 },
    ...{ color: '#ffffff-#c0d0e0', correct: 1 },
  });
});
