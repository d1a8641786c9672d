/**
 * Fills the shop's page with the shop's name, icon and colour, and with what search engines and previews of shared
 * links show, in the reader's language. Programs
 * that make previews run no scripts, so the texts must be in the HTML, and they need the complete address of a picture.
 */

import { type Catalogues, type Language, languageTag } from '../../domain/language.ts';
import type { ShopSettings } from '../../domain/shop-settings.ts';
import { escapeText } from './html.ts';
import { themeLink } from './shop-theme.ts';

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

interface PageOptions {
  readonly language: Language;
  readonly publicUrl: string;
  readonly settings: Pick<ShopSettings, 'shop_name' | 'logo' | 'accent'>;
}

/** The links to the built-in icon in the head of the shop's page. */
const iconLinks = /<link rel="icon"[^>]*>\s*/g;

/**
 * Replaces placeholders such as `{name}` in the HTML, and the built-in icon and colour by those of the operator. A page
 * without placeholders stays as it is.
 */
export function withShopSettings(page: string, { language, publicUrl, settings }: PageOptions): string {
  const values: Readonly<Record<string, string>> = {
    ...texts[language],
    public_url: publicUrl,
    shop_name: settings.shop_name || 'Photokiosk',
    shop_logo: settings.logo,
  };
  const icon = settings.logo === '' ? '' : `<link rel="icon" href="${escapeText(settings.logo)}">`;
  return (icon === '' ? page : page.replace(iconLinks, ''))
    .replace('<html lang="en">', `<html lang="${languageTag(language)}">`)
    .replace('</head>', `${icon}${themeLink(settings)}</head>`)
    .replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
      const value = values[name];
      return value === undefined ? whole : escapeText(value);
    });
}
