/** The part of the store's port for links with which another device sends a photo to an order form. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface PhotoLink {
  /** The hash of the token. With the token, the other device may send a photo. */
  readonly tokenHash: string;
  /** The hash of the secret. With the secret, the order form may read the photo and end the link. */
  readonly secretHash: string;
  /** The path of the photo that was sent last; null before the first photo. */
  readonly uploadPath: string | null;
  /** How many photos were sent. */
  readonly photos: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export interface PhotoLinkReads {
  /** @param hash the hash of the token or of the secret. */
  byHash(hash: string): Promise<PhotoLink | undefined>;
}

export interface PhotoLinkWrites extends PhotoLinkReads {
  insert(link: PhotoLink): Promise<void>;
  /**
   * Replaces the photo of a link that is neither expired nor deleted, and has fewer than `photosMax` photos.
   * @returns false when no such link exists.
   */
  putPhoto(tokenHash: string, uploadPath: string, now: Instant, photosMax: number): Promise<boolean>;
  delete(secretHash: string): Promise<void>;
  /** Deletes the links that expired before `before`. */
  purge(before: Instant): Promise<void>;
}
