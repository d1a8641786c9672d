/**
 * The link with which a phone takes the photo for the order form of this computer: `/?photo_link=<guide>#<token>`. The
 * token is in the fragment, which browsers never send, so no server logs it. The token can only send a photo.
 */

import { callOperation } from '../api/call.ts';
import { guideToText, type HeadGuide } from '../camera/head-guide.ts';

export const createPhotoLink = () => callOperation('create_photo_link', undefined);

/** @param key the token or the secret. @throws ApiError `link_expired`. */
export const fetchPhotoLink = (key: string) => callOperation('photo_link', { key });

/**
 * Ends the link. It ends by itself after ten minutes, so a failure is ignored.
 * @param fetching the last call of `fetchPhotoLink`. The function waits for this call before it ends the link,
 * because the service would refuse the call afterwards.
 */
export async function endPhotoLink(secret: string, fetching: Promise<unknown>): Promise<void> {
  await fetching.catch(() => undefined);
  await callOperation('end_photo_link', { secret }).catch(() => undefined);
}

/** @param guide null for a photo that is not of a person. */
export function addressOf(token: string, guide: HeadGuide | null): string {
  const place = guide === null ? '' : guideToText(guide);
  return `${window.location.origin}/?photo_link=${place}#${token}`;
}

/** @returns the token of the address; null for an address without one. */
export function tokenOfAddress(): string | null {
  const token = window.location.hash.slice(1);
  return /^[A-Za-z0-9_-]{1,64}$/.test(token) ? token : null;
}
