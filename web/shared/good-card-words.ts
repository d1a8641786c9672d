/** The words of a product's card, in each language. */

import type { Catalogues } from '../../src/domain/language.ts';

interface GoodCardWords {
  readonly choose: string;
  readonly perMonth: string;
  readonly memberPrice: (price: string) => string;
}

export const goodCardWords: Catalogues<GoodCardWords> = {
  en: {
    choose: 'Choose',
    perMonth: 'per month',
    memberPrice: (price) => `${price} for members`,
  },
  zh: { choose: '去下单', perMonth: '每月', memberPrice: (price) => `会员价 ${price}` },
};
