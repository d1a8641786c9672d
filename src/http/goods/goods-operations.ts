/** The catalogue: specification 4.1. Open to everybody. */

import type { FastifyInstance } from 'fastify';
import type { Edge } from '../edge.ts';
import { goodToWire } from '../orders/order-wire.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import { goodsSchema } from '../schemas.ts';

export function registerGoodsOperations(app: FastifyInstance, { options }: Edge): void {
  const schema = operationSchema({
    name: 'goods_list',
    summary: 'List goods',
    description: 'The goods on the shelf, by `sort`, then `id`, ascending.',
    tag: 'Catalogue',
    open: true,
    answer: goodsSchema,
    answerDescription: 'The goods.',
  });
  app.post(`${operationPrefix}goods_list`, { schema }, async () => {
    const goods = await options.service.listGoods();
    return goods.map(goodToWire);
  });
}
