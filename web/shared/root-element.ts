/** The element that a page's HTML keeps for its application. */

export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  return root;
}
