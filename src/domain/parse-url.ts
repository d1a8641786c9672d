/** `URL.parse` for the pages too: the oldest browsers for which the pages are built (`vite.config.ts`) lack it. */

/** @returns null for a text that is not an address. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
