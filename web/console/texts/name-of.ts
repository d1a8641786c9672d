/**
 * The word for a name that the service sends. If there is no word for a name, for example of a newer
 * service, the name itself is shown.
 */

export function nameOf(words: Readonly<Record<string, string>>, name: string): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known ?? name.replaceAll('_', ' ');
}
