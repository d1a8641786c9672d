/** The generated API types of the pages and of the client equal those that the OpenAPI document describes. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiTypes } from '../../scripts/api-types.ts';

test('the API types of the pages and of the client are the ones that docs/openapi.json describes', () => {
  const advice = 'docs/openapi.json has changed: run `node scripts/api-types.ts`';
  for (const { path, content } of apiTypes()) assert.equal(readFileSync(path, 'utf8'), content, advice);
});
