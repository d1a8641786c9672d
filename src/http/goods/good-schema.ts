/**
 * A good in responses of the client API. The schema serialises the response and describes it in the OpenAPI
 * document.
 */

import { Type } from 'typebox';
import type { WireGood } from './good-wire.ts';

/** Specification 2.1. Referred to as `Good` in the OpenAPI document. */
export const sharedGoodSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Sent as `goods_id` when ordering.', examples: [2] }),
    title: Type.String({ description: 'Name that customers read.', examples: ['一寸照'] }),
    summary: Type.String({ description: 'Short description that customers read.' }),
    icon: Type.String({
      description:
        'Path of an icon on this service: prepend the origin of the service, such as `https://kiosk.example`.',
      examples: ['/icons/id-photo.svg'],
    }),
    price: Type.Integer({ description: 'In 1/100 of the major currency unit.', examples: [690] }),
    sort: Type.Integer({ description: 'Goods are sorted by it, ascending, then by `id`.' }),
    funct_name: Type.String({
      description: 'The operation that orders this good: the last path segment of the order endpoint.',
      examples: ['mark_order_yiCunZhao'],
    }),
  },
  { $id: 'Good' },
);

const goodSchema = Type.Unsafe<WireGood>({ $ref: 'Good#' });

export const goodsSchema = Type.Array(goodSchema);
