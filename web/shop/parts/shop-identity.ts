/** The shop's name and logo, which the service writes into the page, so that they are there at the first paint. */

function metaOf(selector: string): string {
  const content = document.querySelector(selector)?.getAttribute('content') ?? '';
  // Vite's development server does not fill the page.
  return content.startsWith('{') ? '' : content;
}

export const shopName = metaOf('meta[property="og:site_name"]') || 'Photokiosk';

export const shopLogo = metaOf('meta[name="shop-logo"]') || '/icons/photokiosk.svg';
