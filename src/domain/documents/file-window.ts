/** The size that a photo's file may have. */

export interface FileWindow {
  readonly minBytes: number;
  readonly maxBytes: number;
}

/**
 * A kilobyte of an office is 1000 or 1024 bytes. To satisfy both meanings, the minimum is counted with 1024 and the
 * maximum with 1000.
 */
const minKbBytes = 1024;
const maxKbBytes = 1000;
/** The maximum if an office states only a minimum. No file of a photo in a size on sale is larger. */
const unlimitedBytes = 20_000_000;

/** @returns null if both limits are null. If the limits exclude each other, no size is within the window. */
export function fileWindowOf(minKb: number | null, maxKb: number | null): FileWindow | null {
  if (minKb === null && maxKb === null) return null;
  return {
    minBytes: (minKb ?? 0) * minKbBytes,
    maxBytes: maxKb === null ? unlimitedBytes : maxKb * maxKbBytes,
  };
}
