/** The texts of a good in the customer's language. */

import type { Language } from '../language.ts';
import type { Good, GoodTexts } from './good.ts';

const english: Readonly<Record<string, string>> = {
  照片上色: 'Photo colourisation',
  让黑白老照片重现色彩: 'Brings black-and-white photos back to colour',
  一寸照: 'One-inch ID photo',
  '标准一寸证件照，蓝、红、白底可选': 'The standard 25 × 35 mm, on blue, red or white',
  证件照: 'ID photo',
  '二寸、签证、考试等各种尺寸，蓝、红、白底可选':
    'For passports, visas, exams and licences, on blue, red or white',
  老照片修复: 'Old photo restoration',
  '修补划痕、裂纹和灰点，恢复褪色，可选上色和放大':
    'Mends scratches, cracks and dust and brings back faded tones; in colour or enlarged if you like',
  会员: 'Membership',
  '优先处理，会员价，结果保存更久': 'Your pictures made first, at member prices, and kept longer',
};

/**
 * Translates a text of the default catalogue (`default-catalogue.ts`) to English if `language` is `en`. Returns any
 * other text unchanged.
 */
export function goodText(text: string, language: Language): string {
  return language === 'en' ? (english[text] ?? text) : text;
}

/**
 * Returns the operator's translation of each text. If it is missing, a text of the default catalogue is translated,
 * and any other text is the good's own.
 * @param language null: the good's own texts, as they are.
 */
export function textsIn(
  good: Pick<Good, 'title' | 'summary' | 'description' | 'translations'>,
  language: Language | null,
): GoodTexts {
  const { title, summary, description, translations } = good;
  if (language === null) return { title, summary, description };
  const translated = translations[language];
  return {
    title: translated?.title || goodText(title, language),
    summary: translated?.summary || goodText(summary, language),
    description: translated?.description || description,
  };
}
