import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { idPhotoSizeNames } from '../../src/domain/goods/id-photo.ts';
import { listedSizes } from '../../web/shop/documents/listed-sizes.ts';

const inches = idPhotoSizeNames.filter((size) => size.endsWith('_inch'));

test('the list of the shop has no size that is also a document on sale', () => {
  assert.deepEqual(listedSizes(documentRules), inches);
});

test('the list has all fifteen sizes if the shop sells no document', () => {
  assert.deepEqual(listedSizes([]), idPhotoSizeNames);
});

test('a size is listed again when the operator takes its document off sale', () => {
  const onSale = documentRules.filter(({ id }) => id !== 'cn_driving_licence');
  assert.deepEqual(listedSizes(onSale), [...inches, 'driving_licence']);
});
