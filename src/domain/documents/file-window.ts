/** The size that a photo's file may have. */

export interface FileWindow {
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Offices count kilobytes of 1000 or of 1024 bytes. The window obeys both: it is the narrower one at each end. */
const minKbBytes = 1024;
const maxKbBytes = 1000;
/** No photo of a size on sale is larger. */
const unlimitedBytes = 20_000_000;

/** @returns null without a limit; an empty window if the two limits exclude each other. */
export function fileWindowOf(minKb: number | null, maxKb: number | null): FileWindow | null {
  if (minKb === null && maxKb === null) return null;
  return {
    minBytes: (minKb ?? 0) * minKbBytes,
    maxBytes: maxKb === null ? unlimitedBytes : maxKb * maxKbBytes,
  };
}
