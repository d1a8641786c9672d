/** The address of a product's icon. */

export function iconAddress(icon: string): string {
  if (/^https?:\/\//.test(icon)) return icon;
  return icon.startsWith('/') ? icon : `/${icon}`;
}
