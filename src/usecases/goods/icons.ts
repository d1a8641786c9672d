/**
 * Icons of goods, built in or uploaded by operators. An uploaded file is not trusted: an image process decodes it, and
 * the service stores and serves only the newly encoded picture.
 */

import type { Readable } from 'node:stream';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { imagesUnavailable, unavailableOnTrouble } from '../images-unavailable.ts';
import type { StoredFile } from '../ports/file-store.ts';
import { type IconTask, ImageAttemptLost, type ImageOutcome } from '../ports/image-work.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { newUploadName } from '../public-ids.ts';

export type IconUse = 'icon' | 'picture';

/** The files that each kind of upload accepts, and the form in which the service stores them. */
export const iconRules = {
  icon: { sizeBytesMax: 1_000_000, sidePxMax: 512, encoding: 'png' },
  picture: { sizeBytesMax: 10_000_000, sidePxMax: 1280, encoding: 'webp' },
} as const satisfies Record<
  IconUse,
  Pick<IconTask, 'sidePxMax' | 'encoding'> & { readonly sizeBytesMax: number }
>;

/**
 * The maximum number of pixels, the same as for photos of customers. Without a limit, a file of a few kilobytes could
 * decode to gigabytes.
 */
const pixelsMax = 40_000_000;

const builtInIcons: ReadonlySet<string> = new Set(
  ['colourise', 'id-photo', 'restore', 'vip', 'photokiosk'].map((name) => `/icons/${name}.svg`),
);

/** Matches the path of an uploaded icon, whose file name `newUploadName` makes. */
const iconForm = /^\/icons\/([0-9a-z]{25}\.(?:png|webp))$/;

export interface AddedIcon {
  /** The path of the icon on this service, for the `icon` of a good. */
  readonly icon: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

type IconDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'log' | 'files' | 'scratch' | 'uploadImages'>;

export function isBuiltInIcon(icon: string): boolean {
  return builtInIcons.has(icon);
}

/** @param icon a path such as `/icons/….png`. @returns undefined when no uploaded icon has this path. */
export async function findIcon(
  { files }: Pick<Deps, 'files'>,
  icon: string,
): Promise<StoredFile | undefined> {
  const [, name] = iconForm.exec(icon) ?? [];
  return name === undefined ? undefined : files.get(`icons/${name}`);
}

/** Refuses an icon that does not exist, because every client would show a broken picture. */
export async function requireIcon(deps: Pick<Deps, 'files'>, field: string, path: string): Promise<void> {
  if (isBuiltInIcon(path) || (await findIcon(deps, path)) !== undefined) return;
  throw unknownIcon(field);
}

/**
 * Marks an icon as used. Call it after `requireIcon`, in the transaction that writes the path: the job `purge_icons`
 * may have removed the file since `requireIcon`, and does not remove the file after this call.
 * @throws AppError `invalid_parameters` when the file is already removed.
 */
export async function keepIcon(
  { unusedIcons }: Pick<StoreTransaction, 'unusedIcons'>,
  field: string,
  path: string,
): Promise<void> {
  if (!(await unusedIcons.keep(path))) throw unknownIcon(field);
}

function unknownIcon(field: string): AppError {
  return invalidParameter(field, 'unknown_icon', 'must be built in or uploaded');
}

/**
 * @param callerNow checks the caller again before the icon is stored, because a client can delay the file until long
 * after its session has ended.
 * @throws AppError `forbidden`, `body_too_large`, `malformed_request`, `unusable_image`, `unavailable`, or the errors of
 * `callerNow`.
 */
export async function addIcon(
  deps: IconDeps,
  caller: OperatorCaller,
  source: Readable,
  use: IconUse = 'icon',
  callerNow: () => Promise<OperatorCaller> = async () => caller,
): Promise<AddedIcon> {
  requirePermission(caller, 'goods_change');
  try {
    return await add(deps, caller, source, use, callerNow);
  } catch (error) {
    throw unavailableOnTrouble(error);
  }
}

async function add(
  deps: IconDeps,
  caller: OperatorCaller,
  source: Readable,
  use: IconUse,
  callerNow: () => Promise<OperatorCaller>,
): Promise<AddedIcon> {
  const { sizeBytesMax, encoding } = iconRules[use];
  const received = await deps.scratch.receive(source, sizeBytesMax);
  const made = deps.scratch.newPath(`.${encoding}`);
  try {
    const outcome = await makeIcon(deps, received, made, caller, use);
    if (outcome.kind === 'refused') throw unusable(use);
    if (outcome.kind === 'unavailable') {
      deps.log.warn({ ...outcome, requestId: caller.requestId }, 'icon could not be processed');
      throw imagesUnavailable(outcome);
    }
    const still = await callerNow();
    requirePermission(still, 'goods_change');
    return await keep(deps, still, made, outcome, use);
  } finally {
    await deps.scratch.remove(received);
    await deps.scratch.remove(made);
  }
}

function unusable(use: IconUse): AppError {
  const formats = use === 'icon' ? 'PNG or WebP' : 'JPEG, PNG or WebP';
  return new AppError('unusable_image', `Send a ${formats} image of at least 16 × 16 pixels.`, {
    reason: 'unusable_icon',
  });
}

async function makeIcon(
  deps: IconDeps,
  sourceFile: string,
  targetFile: string,
  { address: client, requestId }: OperatorCaller,
  use: IconUse,
): Promise<ImageOutcome> {
  try {
    const { sidePxMax, encoding } = iconRules[use];
    const task = { kind: 'icon', sourceFile, targetFile, pixelsMax, sidePxMax, encoding } as const;
    return await deps.uploadImages.run(task, { client });
  } catch (err) {
    if (!(err instanceof ImageAttemptLost)) throw err;
    // The image made its decoder crash or hang. A retry would end in the same way, so the service refuses the image.
    deps.log.warn({ err, reason: err.reason, requestId }, 'image process ended while decoding an icon');
    return { kind: 'refused', refusal: 'undecodable' };
  }
}

async function keep(
  deps: IconDeps,
  caller: OperatorCaller,
  localFile: string,
  { size, contentType }: Extract<ImageOutcome, { kind: 'made' }>,
  use: IconUse,
): Promise<AddedIcon> {
  const key = `icons/${newUploadName(deps.random)}.${iconRules[use].encoding}`;
  const { widthPx, heightPx } = size;
  await deps.files.put(key, localFile, contentType);
  try {
    await deps.store.transaction((tx) =>
      recordAudit({ tx, clock: deps.clock }, caller, {
        action: 'icon_added',
        targetKind: 'icon',
        targetId: `/${key}`,
        reason: null,
        before: null,
        after: { width: widthPx, height: heightPx },
      }),
    );
  } catch (error) {
    // No client has received the path of the icon, so the file can be removed safely.
    await deps.files.remove(key);
    throw error;
  }
  return { icon: `/${key}`, widthPx, heightPx };
}
