/** Draws a QR code. The encoder is loaded only where a page shows a code. */

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const quietZone = 4;

export interface DrawnCode {
  /** Width and height in modules. */
  readonly size: number;
  /** The dark modules as the path of an SVG; a module is one unit. */
  readonly path: string;
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

/**
 * Rejects if the encoder cannot be loaded: after an update of the service, the file that an open page needs may no
 * longer exist.
 */
export async function drawQrCode(text: string): Promise<DrawnCode> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { border: quietZone });
  return { size, path: pathOf(data) };
}
