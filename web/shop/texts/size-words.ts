/** The sizes of ID photos, as the service's source lists them, in words. */

import { idPhotoSizeNames, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import type { Language } from '../../../src/domain/language.ts';

export type IdPhotoSizeName = keyof typeof idPhotoSizes;

export const sizes: readonly IdPhotoSizeName[] = idPhotoSizeNames;

const words: Readonly<Record<IdPhotoSizeName, Readonly<Record<Language, string>>>> = {
  one_inch: { en: 'One inch', zh: '一寸' },
  two_inch: { en: 'Two inch', zh: '二寸' },
  small_one_inch: { en: 'Small one inch', zh: '小一寸' },
  small_two_inch: { en: 'Small two inch', zh: '小二寸' },
  large_one_inch: { en: 'Large one inch', zh: '大一寸' },
  large_two_inch: { en: 'Large two inch', zh: '大二寸' },
  five_inch: { en: 'Five inch', zh: '五寸' },
  english_test: { en: 'English test', zh: '英语等级考试' },
  computer_test: { en: 'Computer test', zh: '计算机等级考试' },
  postgraduate: { en: 'Postgraduate entrance', zh: '研究生考试' },
  social_security: { en: 'Social security card', zh: '社保卡' },
  driving_licence: { en: 'Driving licence', zh: '驾驶证' },
  us_visa: { en: 'US visa', zh: '美国签证' },
  korea_visa: { en: 'Korea visa', zh: '韩国签证' },
  japan_visa: { en: 'Japan visa', zh: '日本签证' },
};

export function sizeWord(name: IdPhotoSizeName, language: Language): string {
  const { widthPx, heightPx } = idPhotoSizes[name];
  return `${words[name][language]} · ${widthPx} × ${heightPx} px`;
}
