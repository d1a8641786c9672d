/** The client API's `goods_list` (specification 4.1). It needs no credential. */

import type { FastifyInstance } from 'fastify';
import { acceptedLanguage } from '../../domain/language.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { goodsSchema } from './good-schema.ts';
import { goodToWire } from './good-wire.ts';

export function registerGoodsOperations(app: FastifyInstance, { options }: RouteContext): void {
  const schema = operationSchema({
    name: 'goods_list',
    summary: 'List goods',
    description:
      'The offered goods, by `sort`, then `id`, ascending. `title` and `summary` are in the language of `Accept-Language` (`en`, `zh`) where the operator has translated them.',
    tag: 'Catalogue',
    open: true,
    answer: goodsSchema,
    answerDescription: 'The goods for sale, in the order in which a shop shows them.',
  });
  app.post(`${operationPrefix}goods_list`, { schema }, async (request, reply) => {
    const goods = await options.service.listGoods();
    const language = acceptedLanguage(request.headers['accept-language']);
    reply.header('vary', 'accept-language');
    return goods.map((good) => goodToWire(good, language));
  });
}
