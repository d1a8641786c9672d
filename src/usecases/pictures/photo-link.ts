/**
 * Links with which another device, usually a phone, sends one photo to an order form. A link has two keys. The token
 * is in the QR code: it can send a photo and nothing else. The secret stays in the order form: it reads the photo and
 * ends the link. Neither key gives access to orders or to other data of the customer.
 */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Random } from '../ports/tools.ts';
import type { PhotoLink } from './photo-link-store.ts';

type LinkDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'seals' | 'links'>;

/** How long a link works: enough to unlock a phone, scan the code and take the photo a few times. */
export const photoLinkMs = 10 * 60_000;
/** The maximum number of photos that can be sent with one link. Each photo replaces the previous one. */
export const photosPerLinkMax = 10;
/** 192 bits. */
const keyBytes = 24;

export interface PhotoLinkCalls {
  createPhotoLink(): Promise<NewPhotoLink>;
  /** @param key the link's token or its secret. @throws AppError `link_expired`. */
  viewPhotoLink(key: string): Promise<PhotoLinkView>;
  /** Ends the link: no further photo is accepted. The photo that was sent stays, like any other upload. */
  endPhotoLink(secret: string): Promise<void>;
}

interface NewPhotoLink {
  readonly token: string;
  readonly secret: string;
}

interface PhotoLinkView {
  readonly photos: number;
  readonly expiresAt: Instant;
  /**
   * The photo that was sent last, with a URL of its file; null before the first photo, and for a caller who has only
   * the token.
   */
  readonly photo: { readonly path: string; readonly url: string } | null;
}

function newKey(random: Random): string {
  return Buffer.from(random.bytes(keyBytes)).toString('base64url');
}

/** The keys are long and random, so a hash without salt is enough to keep them secret. */
function hashOf({ seals }: Pick<Deps, 'seals'>, key: string): string {
  return seals.nameOf({ key, client: 'photo_link' });
}

/**
 * The error for an unknown link and for a link that has ended. Ended links are deleted, so the two cannot be
 * distinguished.
 */
function linkExpired(): AppError {
  return new AppError('link_expired', 'This link has ended. Make a new one in the order form.');
}

async function createPhotoLink(deps: LinkDeps): Promise<NewPhotoLink> {
  const token = newKey(deps.random);
  const secret = newKey(deps.random);
  const now = deps.clock.now();
  await deps.store.transaction((tx) =>
    tx.photoLinks.insert({
      tokenHash: hashOf(deps, token),
      secretHash: hashOf(deps, secret),
      uploadPath: null,
      photos: 0,
      createdAt: now,
      expiresAt: now + photoLinkMs,
    }),
  );
  return { token, secret };
}

async function requireLink(deps: LinkDeps, key: string): Promise<PhotoLink> {
  const link = await deps.store.read.photoLinks.byHash(hashOf(deps, key));
  if (link === undefined || link.expiresAt <= deps.clock.now()) throw linkExpired();
  return link;
}

async function viewPhotoLink(deps: LinkDeps, key: string): Promise<PhotoLinkView> {
  const { secretHash, uploadPath, photos, expiresAt } = await requireLink(deps, key);
  const isForm = hashOf(deps, key) === secretHash;
  const upload = isForm && uploadPath !== null ? await deps.store.read.uploads.byPath(uploadPath) : undefined;
  if (upload === undefined) return { photos, expiresAt, photo: null };
  return { photos, expiresAt, photo: { path: upload.path, url: deps.links.link(upload.file, expiresAt) } };
}

export function photoLinkCalls(deps: LinkDeps): PhotoLinkCalls {
  return {
    createPhotoLink: () => createPhotoLink(deps),
    viewPhotoLink: (key) => viewPhotoLink(deps, key),
    endPhotoLink: (secret) => deps.store.transaction((tx) => tx.photoLinks.delete(hashOf(deps, secret))),
  };
}

/**
 * Refuses an upload before its body is read, if the link has ended or has its maximum number of photos. @throws
 * AppError `link_expired`.
 */
export async function requirePhotoRoom(deps: LinkDeps, token: string): Promise<void> {
  const { tokenHash, photos } = await requireLink(deps, token);
  if (tokenHash !== hashOf(deps, token) || photos >= photosPerLinkMax) throw linkExpired();
}

/**
 * Assigns an accepted upload, whose file is stored, to the link, where the order form finds it.
 * @throws AppError `link_expired` if the link has ended while the photo was sent.
 */
export async function putPhoto(
  deps: Pick<Deps, 'seals' | 'clock'>,
  tx: StoreTransaction,
  token: string,
  uploadPath: string,
): Promise<void> {
  const hash = hashOf(deps, token);
  if (!(await tx.photoLinks.putPhoto(hash, uploadPath, deps.clock.now(), photosPerLinkMax)))
    throw linkExpired();
}
