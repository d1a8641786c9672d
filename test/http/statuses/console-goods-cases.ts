/** Cases of the console’s API for goods, their icons and the settings of the shop. */

import { findDocumentRule } from '../../../src/domain/documents/document-rules.ts';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import { by, onItem, read } from './console-calls.ts';
import { type Call, fileForm, type OperationCases, type World } from './operation-cases.ts';

const good = {
  ...{ title: 'T', summary: 'S', icon: '/icons/vip.svg', price: 100, sort: 1 },
  ...{ funct_name: 'mark_order_vip', on_shelf: false },
};

const rule = JSON.stringify(findDocumentRule('us_visa'));

function icon(world: World, role: OperatorRole, path = 'icons'): Call {
  const form = fileForm('file');
  const call = by(world, role, 'POST', path);
  return { ...call, ...form, headers: { ...call.headers, ...form.headers } };
}

const goodIds = async ({ shop }: World) =>
  (await shop.store.transaction((tx) => tx.goods.lockAll())).map(({ id }) => id);

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleGoodsCases: Readonly<Record<string, OperationCases>> = {
  list_goods: read('goods'),
  add_good: {
    success: (world) => by(world, 'owner', 'POST', 'goods', good),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'goods', good),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'goods', { ...good, price: -1 }),
    },
  },
  change_good: onItem((id) => `goods/${id}`, 'POST', good, 'owner', 'support', {
    possible: async () => 1,
    impossible: async () => 1,
    impossiblePayload: { ...good, version: 'that of an earlier change' },
  }),
  import_goods: {
    success: (world) => by(world, 'owner', 'POST', 'goods_import', { goods: [good] }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'goods_import', { goods: [good] }),
      illegal_transition: (world) =>
        by(world, 'owner', 'POST', 'goods_import', {
          goods: [{ ...good, id: 1, version: 'an earlier one' }],
        }),
      invalid_parameters: (world) =>
        by(world, 'owner', 'POST', 'goods_import', { goods: [good, { ...good, price: -1 }] }),
    },
  },
  order_goods: {
    success: async (world) => by(world, 'owner', 'POST', 'goods_order', { ids: await goodIds(world) }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'goods_order', { ids: [] }),
      illegal_transition: (world) => by(world, 'owner', 'POST', 'goods_order', { ids: [1] }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'goods_order', { ids: [1, 1] }),
    },
  },
  list_documents: read('documents'),
  change_document: {
    success: (world) => by(world, 'owner', 'POST', 'documents/us_visa', { on_sale: true }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'documents/us_visa', { on_sale: true }),
      unknown_item: (world) => by(world, 'owner', 'POST', 'documents/xx_none', { on_sale: true }),
      illegal_transition: (world) =>
        by(world, 'owner', 'POST', 'documents/gb_passport', { on_sale: true, seen_version: 99 }),
      invalid_parameters: (world) =>
        by(world, 'owner', 'POST', 'documents/us_visa', { on_sale: true, rule: '{}' }),
    },
  },
  preview_document: {
    success: (world) => by(world, 'owner', 'POST', 'document_preview', { rule }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'document_preview', { rule }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'document_preview', { rule: '{}' }),
    },
  },
  add_icon: {
    success: (world) => icon(world, 'owner'),
    refusals: {
      forbidden: (world) => icon(world, 'support'),
      unusable_image: (world) => {
        world.shop.uploadImages.plan = { refused: 'not_an_image' };
        return icon(world, 'owner');
      },
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'icons'),
    },
  },
  list_settings: read('settings'),
  change_settings: {
    success: (world) => by(world, 'owner', 'POST', 'settings', { shop_name: 'Corner shop' }),
    refusals: {
      forbidden: (world) => by(world, 'support', 'POST', 'settings', { shop_name: 'Mine' }),
      illegal_transition: (world) =>
        by(world, 'owner', 'POST', 'settings', { shop_name: 'Late', version: 'that of an earlier change' }),
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'settings', { accent: '#eeeeee' }),
    },
  },
  add_good_picture: {
    success: (world) => icon(world, 'owner', 'good_pictures'),
    refusals: {
      forbidden: (world) => icon(world, 'support', 'good_pictures'),
      unusable_image: (world) => {
        world.shop.uploadImages.plan = { refused: 'not_an_image' };
        return icon(world, 'owner', 'good_pictures');
      },
      invalid_parameters: (world) => by(world, 'owner', 'POST', 'good_pictures'),
    },
  },
};
