/** The versions of documents, and the rules that came with the service. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDocumentRule } from '../../../src/domain/documents/document-rules.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';

export function documentContract(open: OpenTestDatabase): void {
  describe('documents', () => {
    it('the newest version of each document is listed, and older versions are found by their ids', async () => {
      await using database = await open();
      const { store } = database;
      const rule = findDocumentRule('us_visa') ?? assert.fail('no rule');
      const [first, second] = await store.transaction(async (tx) => {
        await tx.documents.lock();
        const visa = { document: 'us_visa', onSale: true, createdAt: 7 };
        const one = await tx.documents.insert({ ...visa, rule });
        await tx.documents.insert({ document: 'gb_passport', rule: null, onSale: false, createdAt: 8 });
        return [one, await tx.documents.insert({ ...visa, rule: null, onSale: false, createdAt: 9 })];
      });
      const { documents } = store.read;
      assert.deepEqual(
        (await documents.newest()).map(({ document, onSale, createdAt }) => [document, onSale, createdAt]),
        [
          ['us_visa', false, 9],
          ['gb_passport', false, 8],
        ],
      );
      assert.deepEqual(await documents.newestOf('us_visa'), second);
      assert.deepEqual(await documents.version(first.id), first);
      assert.deepEqual(first.rule, rule);
      assert.equal(await documents.newestOf('cn_passport'), undefined);
    });

    it('a rule that came with the service is found by its hash and stored once', async () => {
      await using database = await open();
      const { store } = database;
      const rule = findDocumentRule('us_visa') ?? assert.fail('no rule');
      const insert = () => store.transaction((tx) => tx.documents.insertShipped({ rule, createdAt: 7 }));
      await insert();
      const { documents } = store.read;
      const hash = documents.hashOf(rule);
      assert.deepEqual(await documents.shippedRule(hash), rule);
      const other = documents.hashOf({ ...rule, photoAgeMonths: 99 });
      assert.equal(await documents.shippedRule(other), undefined);
      await assert.rejects(insert());
      assert.deepEqual(await documents.shippedHashes(), [hash]);
    });
  });
}
