/**
 * The products of the default catalogue that a shop lacks, because it was opened by a version of the service that did not
 * sell them yet.
 */

import { defaultCatalogue } from '../../../../src/domain/goods/default-catalogue.ts';
import type { Goods } from '../../api/types.ts';
import type { GoodFields } from './goods-api.ts';

/** @returns the products of every kind that no product of the shop has, active and at the end of the list. */
export function missingGoods({ goods, kinds }: Pick<Goods, 'goods' | 'kinds'>): readonly GoodFields[] {
  const sold = new Set(goods.map(({ funct_name }) => funct_name));
  const lastSort = goods.reduce((highest, { sort }) => Math.max(highest, sort), 0);
  return defaultCatalogue
    .filter(
      ({ functName }) => kinds.some(({ funct_name }) => funct_name === functName) && !sold.has(functName),
    )
    .map(({ title, summary, description, icon, priceMinor, memberPriceMinor, functName }, index) => ({
      ...{ title, summary, description, icon, picture: '' },
      ...{
        title_en: '',
        summary_en: '',
        description_en: '',
        title_zh: '',
        summary_zh: '',
        description_zh: '',
      },
      price: priceMinor,
      member_price: memberPriceMinor,
      sort: lastSort + 10 * (index + 1),
      funct_name: functName,
      on_shelf: true,
    }));
}
