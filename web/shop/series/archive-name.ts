/** The names of the pictures in the archive of a series: each picture's own name with its number in the series. */

export interface NumberedName {
  /** The name of the picture as a single download. */
  readonly name: string;
  /** The number of the photo in the series; each photo has another. */
  readonly number: number;
}

/** 20 photos have numbers of two digits. With a fixed length, file managers sort the names by number. */
const digits = 2;

/** @returns a name that no other number has. */
export function archiveName({ name, number }: NumberedName): string {
  const shown = String(number).padStart(digits, '0');
  const dot = name.lastIndexOf('.');
  return dot < 0 ? `${name}-${shown}` : `${name.slice(0, dot)}-${shown}${name.slice(dot)}`;
}
