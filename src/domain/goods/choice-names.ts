/** The names of sizes and backgrounds of ID photos for customers. The shop's page and e-mails use the same names. */

import type { Catalogues } from '../language.ts';
import type { IdPhotoSizeName } from './id-photo.ts';
import type { DocumentBackground } from './photo-background.ts';

export const sizeNames: Catalogues<Readonly<Record<IdPhotoSizeName, string>>> = {
  en: {
    one_inch: 'One inch',
    two_inch: 'Two inch',
    small_one_inch: 'Small one inch',
    small_two_inch: 'Small two inch',
    large_one_inch: 'Large one inch',
    large_two_inch: 'Large two inch',
    five_inch: 'Five inch',
    english_test: 'English test (CET)',
    computer_test: 'Computer test (NCRE)',
    postgraduate: 'Postgraduate entrance exam',
    social_security: 'Social security card',
    driving_licence: 'Driving licence',
    us_visa: 'US visa',
    korea_visa: 'South Korean visa',
    japan_visa: 'Japanese visa',
  },
  zh: {
    one_inch: '一寸',
    two_inch: '二寸',
    small_one_inch: '小一寸',
    small_two_inch: '小二寸',
    large_one_inch: '大一寸',
    large_two_inch: '大二寸',
    five_inch: '五寸',
    english_test: '英语四六级考试',
    computer_test: '计算机等级考试',
    postgraduate: '研究生考试',
    social_security: '社保卡',
    driving_licence: '驾驶证',
    us_visa: '美国签证',
    korea_visa: '韩国签证',
    japan_visa: '日本签证',
  },
};

export const backgroundNames: Catalogues<Readonly<Record<DocumentBackground, string>>> = {
  en: {
    blue: 'Blue background',
    red: 'Red background',
    white: 'White background',
    off_white: 'Off-white background',
    light_grey: 'Light grey background',
    light_blue: 'Light blue background',
    cream: 'Cream background',
  },
  zh: {
    blue: '蓝底',
    red: '红底',
    white: '白底',
    off_white: '米白底',
    light_grey: '浅灰底',
    light_blue: '浅蓝底',
    cream: '奶油色底',
  },
};
