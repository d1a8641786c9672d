/** The pages' API types follow the OpenAPI document. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiTypes, apiTypesPath } from '../../scripts/api-types.ts';

test('the pages’ API types are the ones that docs/openapi.json describes', () => {
  const advice = 'docs/openapi.json has changed: run `node scripts/api-types.ts`';
  assert.equal(readFileSync(apiTypesPath, 'utf8'), apiTypes(), advice);
});
