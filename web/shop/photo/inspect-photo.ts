/** Looks at a chosen file before it is sent: is it a photo that the service takes, and how does it look small. */

export type PhotoRefusal =
  | 'unreadable'
  | 'not_a_photo'
  | 'too_heavy'
  | 'damaged'
  | 'too_small'
  | 'too_many_pixels';

export interface InspectedPhoto {
  readonly file: Blob;
  /** Null where this browser cannot show the format (HEIC, TIFF); the service can. */
  readonly preview: { readonly blob: Blob; readonly width: number; readonly height: number } | null;
  /** Fewer pixels than make a good print. */
  readonly coarse: boolean;
}

export type Inspection =
  | { readonly kind: 'taken'; readonly photo: InspectedPhoto }
  | { readonly kind: 'refused'; readonly why: PhotoRefusal };

const sideMinPx = 32;
const pixelsMax = 40_000_000;
const coarseBelowPx = 400;
const previewSideMaxPx = 1_400;

type Format = 'shown' | 'maybe-shown' | null;

/** By content, as the service does; names and types lie. */
function formatOf(head: Uint8Array): Format {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG')) return 'shown';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'shown';
  if (text.slice(4, 8) === 'ftyp' && /avif|avis|heic|heix|heim|heis|hevc|mif1|msf1/.test(text.slice(8))) {
    return 'maybe-shown';
  }
  return text.startsWith('II*\0') || text.startsWith('MM\0*') ? 'maybe-shown' : null;
}

/** @throws Error where the browser has no room for a picture. */
async function shrink(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, previewSideMaxPx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('no preview')) : resolve(blob)),
      'image/jpeg',
      0.85,
    );
  });
}

/** What was chosen may be gone by now, or lie in a cloud that cannot be reached. */
async function readHead(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, 32).arrayBuffer());
  } catch {
    return null;
  }
}

export async function inspectPhoto(file: Blob, sizeBytesMax: number): Promise<Inspection> {
  const head = await readHead(file);
  if (head === null) return { kind: 'refused', why: 'unreadable' };
  const format = formatOf(head);
  if (format === null) return { kind: 'refused', why: 'not_a_photo' };
  if (file.size > sizeBytesMax) return { kind: 'refused', why: 'too_heavy' };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    if (format === 'shown') return { kind: 'refused', why: 'damaged' };
    return { kind: 'taken', photo: { file, preview: null, coarse: false } };
  }
  const { width, height } = bitmap;
  try {
    if (Math.min(width, height) < sideMinPx) return { kind: 'refused', why: 'too_small' };
    if (width * height > pixelsMax) return { kind: 'refused', why: 'too_many_pixels' };
    const blob = await shrink(bitmap).catch(() => null);
    const preview = blob === null ? null : { blob, width, height };
    return { kind: 'taken', photo: { file, preview, coarse: Math.min(width, height) < coarseBelowPx } };
  } finally {
    bitmap.close();
  }
}
