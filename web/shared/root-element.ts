/** The element of a page's HTML in which the application is rendered. */

export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  return root;
}
