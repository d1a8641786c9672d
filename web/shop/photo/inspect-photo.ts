/**
 * Examines a chosen file in the browser, before anything is sent: is it a photo that the service accepts? A HEIC photo,
 * which the service cannot decode, becomes a JPEG if the browser can decode it.
 */

export type PhotoRefusal =
  | 'unreadable'
  | 'not_a_photo'
  | 'too_heavy'
  | 'damaged'
  | 'heic'
  | 'too_small'
  | 'too_many_pixels';

export interface InspectedPhoto {
  /** Null for a photo that an earlier visit has uploaded: only its small copy is kept. */
  readonly file: Blob | null;
  /** A copy of at most 1400 px for the page; null where this browser cannot show the format (AVIF, TIFF). */
  readonly smallCopy: Blob | null;
  /** Whether the photo has too few pixels for a sharp print. */
  readonly isSmall: boolean;
}

export type Inspection =
  | { readonly kind: 'accepted'; readonly photo: InspectedPhoto }
  | { readonly kind: 'refused'; readonly why: PhotoRefusal };

/** The limits of a photo's size, which are the same as in the service (src/imaging/tasks/normalise.ts). */
const sideMinPx = 32;
const pixelsMax = 40_000_000;
/** A photo whose shorter side has fewer pixels counts as small. 400 px are 34 mm at 300 dpi. */
const smallBelowPx = 400;
const copySideMaxPx = 1_400;
const copyQuality = 0.85;

/** The largest number of pixels that iPhones draw on a canvas. */
const convertedPixelsMax = 16_000_000;
const convertedQuality = 0.95;

/** `maybe-shown`: some browsers decode the format. `heic`: Safari decodes it. Null: not a photo. */
type Format = 'shown' | 'maybe-shown' | 'heic' | null;

/** Judges by content, as the service does; file names and media types can be wrong. */
function formatOf(head: Uint8Array): Format {
  const text = String.fromCharCode(...head);
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG')) return 'shown';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'shown';
  if (text.slice(4, 8) === 'ftyp') {
    const brands = text.slice(8);
    if (/avif|avis/.test(brands)) return 'maybe-shown';
    return /heic|heix|heim|heis|hevc|mif1|msf1/.test(brands) ? 'heic' : null;
  }
  return text.startsWith('II*\0') || text.startsWith('MM\0*') ? 'maybe-shown' : null;
}

/** @throws Error if the browser has too little memory for the picture. */
async function jpegOf(bitmap: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas made no picture')) : resolve(blob)),
      'image/jpeg',
      quality,
    );
  });
}

/** @returns the photo as a JPEG; null if the browser cannot write it. */
function converted(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, Math.sqrt(convertedPixelsMax / (bitmap.width * bitmap.height)));
  return jpegOf(bitmap, scale, convertedQuality).catch(() => null);
}

/**
 * @returns the first bytes of the file; null for a file that was removed after it was chosen, or is stored
 * in a cloud that cannot be reached.
 */
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
    if (format === 'heic') return { kind: 'refused', why: 'heic' };
    return { kind: 'accepted', photo: { file, smallCopy: null, isSmall: false } };
  }
  const { width, height } = bitmap;
  try {
    if (Math.min(width, height) < sideMinPx) return { kind: 'refused', why: 'too_small' };
    if (width * height > pixelsMax) return { kind: 'refused', why: 'too_many_pixels' };
    const copyScale = Math.min(1, copySideMaxPx / Math.max(width, height));
    const smallCopy = await jpegOf(bitmap, copyScale, copyQuality).catch(() => null);
    const sent = format === 'heic' ? await converted(bitmap) : file;
    if (sent === null) return { kind: 'refused', why: 'heic' };
    const isSmall = Math.min(width, height) < smallBelowPx;
    return { kind: 'accepted', photo: { file: sent, smallCopy, isSmall } };
  } finally {
    bitmap.close();
  }
}
