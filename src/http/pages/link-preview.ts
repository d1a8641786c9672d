/**
 * Fills the shop's page with what search engines and previews of shared links show, in the reader's language. Programs
 * that make previews run no scripts, so the texts must be in the HTML, and they need the complete address of a picture.
 */

import { type Catalogues, type Language, languageTag } from '../../domain/language.ts';
import { escapeText } from './html.ts';

const texts: Catalogues<{ readonly headline: string; readonly description: string }> = {
  en: {
    headline: 'Old photos in colour. ID photos in a minute.',
    description:
      'Upload a photo, see at once whether it works, and download your picture. If it cannot be made, you are refunded automatically.',
  },
  zh: {
    headline: '老照片上色，证件照一分钟出片',
    description: '上传照片，马上知道能不能用，做好即可下载。做不成，自动退款。',
  },
};

/** Replaces `{name}` in the HTML. A page without such names stays as it is. */
export function withLinkPreview(page: string, language: Language, publicUrl: string): string {
  const values: Readonly<Record<string, string>> = {
    ...texts[language],
    public_url: publicUrl,
  };
  return page
    .replace('<html lang="en">', `<html lang="${languageTag(language)}">`)
    .replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : escapeText(value);
    });
}
