/** The settings with which an operator has a picture made again. */

import type { OrderDetail } from '../../api/types.ts';

/** Settings of a new picture, as the order stores them. */
export type PictureSettings = Readonly<Record<string, string | number>>;

/** Settings of a photo whose background is replaced. The service refuses them for a photo that is only cropped. */
const replacing: ReadonlySet<string> = new Set(['color', 'correct', 'cut_strokes']);

/** The settings of the order, without the path of its photo. */
export function settingsOf({ details }: Pick<OrderDetail, 'details'>): PictureSettings {
  const settings: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(details)) {
    if (name !== 'path' && (typeof value === 'string' || typeof value === 'number')) settings[name] = value;
  }
  return settings;
}

export function isCropOnly(settings: PictureSettings): boolean {
  return settings.crop_only === 1;
}

/** The settings that are sent: those that the operator sees. The others return when the photo is not only cropped. */
export function sentSettings(settings: PictureSettings): PictureSettings {
  if (!isCropOnly(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !replacing.has(name)));
}

/** Whether the new picture looks different: a setting that the order lacks counts as switched off. */
export function isChanged(settings: PictureSettings, present: PictureSettings): boolean {
  const names = new Set([...Object.keys(settings), ...Object.keys(present)]);
  return [...names].some((name) => (settings[name] ?? 0) !== (present[name] ?? 0));
}
