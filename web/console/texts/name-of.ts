/** The word for a name that the service sends. A name without a word, as a newer service may send, is shown as it is. */

export function nameOf(words: Readonly<Record<string, string>>, name: string): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known ?? name.replaceAll('_', ' ');
}
