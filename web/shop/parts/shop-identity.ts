/** The shop's name and logo. The service writes them into the page, so that the page shows them at once. */

function metaOf(selector: string): string {
  const content = document.querySelector(selector)?.getAttribute('content') ?? '';
  // Vite's development server does not fill in the placeholders of the page.
  return content.startsWith('{') ? '' : content;
}

export const shopName = metaOf('meta[property="og:site_name"]') || 'Photokiosk';

export const shopLogo = metaOf('meta[name="shop-logo"]') || '/icons/photokiosk.svg';
