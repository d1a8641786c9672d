/** Where a good's icon is shown from. */

export function iconAddress(icon: string): string {
  if (/^https?:\/\//.test(icon)) return icon;
  return icon.startsWith('/') ? icon : `/${icon}`;
}
