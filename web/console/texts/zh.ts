/** The console in Chinese, from its English phrases. */

export const zh: Readonly<Record<string, string>> = {};
