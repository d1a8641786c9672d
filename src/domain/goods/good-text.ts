/**
 * A good's title or summary. These are the operator's own texts, in the operator's language; only the texts of the
 * default catalogue (default-catalogue.ts) have an English version.
 */

import type { Language } from '../language.ts';

const english: Readonly<Record<string, string>> = {
  照片上色: 'Photo colourisation',
  让黑白老照片重现色彩: 'Brings black-and-white photos back to colour',
  一寸照: 'One-inch ID photo',
  '标准一寸证件照，蓝、红、白底可选': 'The standard 25 × 35 mm, on blue, red or white',
  证件照: 'ID photo',
  '二寸、签证、考试等各种尺寸，蓝、红、白底可选': 'For visas, exams and licences, on blue, red or white',
  会员: 'Membership',
  '优先处理，会员价，结果保存更久': 'Made first, at member prices, and kept longer',
};

export function goodText(text: string, language: Language): string {
  return language === 'en' ? (english[text] ?? text) : text;
}
