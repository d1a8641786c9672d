/**
 * Text that Alipay accepts in titles and reasons. Alipay refuses some marks, its bills are GBK, which has no emoji, and
 * their tables quote nothing, so commas and line breaks would damage a row.
 */

const lengthMax = 128;

export function plainText(text: string): string {
  const plain = text.replaceAll(/[/=&,"'<>\\\p{C}\u{10000}-\u{10FFFF}]/gu, ' ').replaceAll(/ {2,}/g, ' ');
  return [...plain.trim()].slice(0, lengthMax).join('').trim();
}
