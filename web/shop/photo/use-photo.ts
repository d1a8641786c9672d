/**
 * Follows a photo from the choice of a file, through the upload, to the service's verdict. A new photo replaces the
 * one before.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { type Crop, type Damage, type Good, isOldPhoto, type ShopConfig } from '../api/types.ts';
import { type CutStrokes, strokeParameters, strokesFor } from '../mend/cut-strokes.ts';
import {
  type CheckParameters,
  checkPhoto,
  oldPhotoPreview,
  type PhotoVerdict,
  type Report,
} from './check-photo.ts';
import { type InspectedPhoto, inspectPhoto, type PhotoRefusal } from './inspect-photo.ts';
import { uploadPhoto } from './upload-photo.ts';

export type PhotoState =
  | { readonly kind: 'none' }
  | { readonly kind: 'inspecting' }
  | { readonly kind: 'refused'; readonly why: PhotoRefusal }
  | { readonly kind: 'sending'; readonly photo: InspectedPhoto; readonly fraction: number }
  | { readonly kind: 'failed'; readonly photo: InspectedPhoto; readonly error: ApiError }
  | { readonly kind: 'checking'; readonly photo: InspectedPhoto; readonly path: string }
  | {
      readonly kind: 'sent';
      readonly photo: InspectedPhoto;
      readonly path: string;
      readonly verdict: PhotoVerdict;
      /** Whether the preview is still being made. */
      readonly isPreviewComing: boolean;
    };

/** A photo that the service already has, from an earlier visit or from a phone. */
export interface EarlierPhoto {
  readonly path: string;
  readonly smallCopy: Blob | null;
}

export function isUsable(state: PhotoState): state is Extract<PhotoState, { kind: 'sent' }> {
  return state.kind === 'sent' && state.verdict.kind !== 'bad';
}

/** Whether the service has checked the photo and cannot make the picture from it. */
export function isRefused(state: PhotoState): boolean {
  return state.kind === 'sent' && state.verdict.kind === 'bad';
}

/** The verdict of a finished check; undefined while the photo is checked, and without a check. */
function checkedOf(state: PhotoState) {
  if (state.kind !== 'sent') return undefined;
  const { verdict } = state;
  return verdict.kind === 'good' || verdict.kind === 'bad' ? verdict : undefined;
}

/** @returns the preview for the present choices; null until they have been checked. */
export function previewOf(state: PhotoState): string | null {
  return checkedOf(state)?.preview ?? null;
}

/** The cut-out of an ID photo and where it lies in the photo. */
export interface CutOut {
  readonly preview: string;
  readonly crop: Crop;
}

/** @returns null until the present choices have been checked, and if the service sent no cut-out. */
export function cutOutOf(state: PhotoState): CutOut | null {
  const checked = checkedOf(state);
  if (checked === undefined || checked.preview === null || checked.crop === null) return null;
  return { preview: checked.preview, crop: checked.crop };
}

/** Whether the photo was refused for its cut-out only, which the customer can mend. */
export function isMendableRefusal(state: PhotoState): boolean {
  const checked = checkedOf(state);
  return checked?.kind === 'bad' && checked.reason === 'cut_out_failed' && cutOutOf(state) !== null;
}

/** @returns the damage that was found for the present choices; null until it has been searched for. */
export function damageOf(state: PhotoState): Damage | null {
  const checked = checkedOf(state);
  return checked?.kind === 'good' ? checked.damage : null;
}

/** @returns false if the service does not enlarge this photo. */
export function canEnlarge(state: PhotoState): boolean {
  return checkedOf(state)?.canEnlarge !== false;
}

/** @returns the report of the document that was checked last; null without one. */
export function reportOf(state: PhotoState): Report | null {
  return checkedOf(state)?.report ?? null;
}

/**
 * Removes the verdict, because it must not be shown for other choices.
 * @param isNext whether the next check begins soon.
 */
function withoutVerdict(state: PhotoState, isNext: boolean): PhotoState {
  if (state.kind !== 'sent') return state;
  const { photo, path } = state;
  return isNext ? { kind: 'checking', photo, path } : { ...state, verdict: { kind: 'unknown' } };
}

export interface Photo {
  readonly state: PhotoState;
  /** An object URL (`blob:`) of the small copy of the photo, for an `img`; null without a copy. */
  readonly copyUrl: string | null;
  choose(file: Blob): void;
  /** Continues with a photo that was uploaded before, or by another device. */
  resume(earlier: EarlierPhoto): void;
  retry(): void;
  clear(): void;
  /** Checks the photo with these strokes. The state of the photo does not change. */
  tryStrokes(strokes: string, signal: AbortSignal): Promise<PhotoVerdict>;
  /** Takes over what `tryStrokes` has found, so that the strokes need no second check when they become the form's. */
  adopt(strokes: string, verdict: PhotoVerdict): void;
}

export interface PhotoOptions {
  /** Runs the work on the photo when it is its turn. Default: at once. */
  readonly inTurn?: <T>(task: () => Promise<T>) => Promise<T>;
  /** Whether an old photo gets a preview. Default: true. */
  readonly withOldPhotoPreview?: boolean;
  /** See `Patience`. */
  readonly waitsMax?: number;
  /** The strokes that mend the cut-out. They apply only to their own photo. */
  readonly strokes?: CutStrokes | null;
}

const atOnce = <T>(task: () => Promise<T>) => task();

/**
 * The page waits for a pause in typing, so that a customer who types a number or moves through the list by keyboard
 * causes one check and not one for each key.
 */
const recheckAfterMs = 350;

/**
 * @param parameters the choices on which the verdict depends besides the photo. Each change checks the photo again.
 * Null: the customer has not chosen yet, so the photo is only uploaded.
 */
export function usePhoto(
  good: Good,
  config: ShopConfig,
  parameters: CheckParameters | null,
  { inTurn = atOnce, withOldPhotoPreview = true, waitsMax = 2, strokes = null }: PhotoOptions = {},
): Photo {
  const [state, setState] = useState<PhotoState>({ kind: 'none' });
  const [copyUrl, setCopyUrl] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const parametersFor = (path: string | null): CheckParameters | null =>
    parameters === null || path === null
      ? parameters
      : { ...parameters, ...strokeParameters(strokesFor(strokes, path)) };
  const parametersNow = useRef(parametersFor);
  parametersNow.current = parametersFor;
  const checkedKey = useRef<string | null>(null);

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (copyUrl === null) return;
    return () => URL.revokeObjectURL(copyUrl);
  }, [copyUrl]);

  const present = parametersFor('path' in state ? state.path : null);
  const key = present === null ? null : JSON.stringify(present);
  const recheck = useEffectEvent(() => {
    const isSent = state.kind === 'sent' || state.kind === 'checking';
    // A photo that was uploaded during the pause is already checked for these choices.
    if (!isSent || !config.photo_check || checkedKey.current === key) return;
    const { photo, path } = state;
    const signal = begin();
    void inTurn(() => check(photo, path, signal));
  });
  useEffect(() => {
    if (key === null || checkedKey.current === key) return;
    const timer = setTimeout(recheck, recheckAfterMs);
    return () => clearTimeout(timer);
  }, [key]);

  /** Aborts the present upload or check. @returns the signal for the next one. */
  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function check(photo: InspectedPhoto, path: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    let verdict: PhotoVerdict = { kind: 'unknown' };
    const chosen = parametersNow.current(path);
    if (config.photo_check && chosen !== null) {
      setState({ kind: 'checking', photo, path });
      checkedKey.current = JSON.stringify(chosen);
      verdict = await checkPhoto(good, path, chosen, { waitsMax, signal });
    }
    if (signal.aborted) return;
    if (verdict.kind === 'gone') {
      if (photo.file === null) empty();
      else await send(photo, photo.file, signal);
      return;
    }
    const sent = { kind: 'sent', photo, path } as const;
    if (verdict.kind !== 'good' || chosen === null || !isOldPhoto(good) || !withOldPhotoPreview) {
      setState({ ...sent, verdict, isPreviewComing: false });
      return;
    }
    setState({ ...sent, verdict, isPreviewComing: true });
    const preview = await oldPhotoPreview(good, path, chosen, { waitsMax, signal });
    if (signal.aborted) return;
    setState({ ...sent, verdict: { ...verdict, ...preview }, isPreviewComing: false });
  }

  function empty(): void {
    setCopyUrl(null);
    setState({ kind: 'none' });
  }

  async function send(photo: InspectedPhoto, file: Blob, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const onProgress = (fraction: number) => {
      if (!signal.aborted) setState({ kind: 'sending', photo, fraction });
    };
    onProgress(0);
    try {
      const { path } = await uploadPhoto(file, onProgress, signal);
      if (!signal.aborted) await check(photo, path, signal);
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', photo, error: asApiError(error) });
    }
  }

  async function open(file: Blob, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    setState({ kind: 'inspecting' });
    const inspection = await inspectPhoto(file, config.upload_bytes_max);
    if (signal.aborted) return;
    if (inspection.kind === 'refused') {
      setState(inspection);
      return;
    }
    const { photo } = inspection;
    if (photo.smallCopy !== null) setCopyUrl(URL.createObjectURL(photo.smallCopy));
    await send(photo, photo.file ?? file, signal);
  }

  return {
    state: checkedKey.current === key || !config.photo_check ? state : withoutVerdict(state, key !== null),
    copyUrl,
    choose(file) {
      const signal = begin();
      setCopyUrl(null);
      void inTurn(() => open(file, signal));
    },
    resume({ path, smallCopy }) {
      const signal = begin();
      setCopyUrl(smallCopy === null ? null : URL.createObjectURL(smallCopy));
      void inTurn(() => check({ file: null, smallCopy, isSmall: false }, path, signal));
    },
    retry() {
      if (state.kind !== 'failed') return;
      const { photo } = state;
      const { file } = photo;
      if (file === null) return;
      const signal = begin();
      setState({ kind: 'sending', photo, fraction: 0 });
      void inTurn(() => send(photo, file, signal));
    },
    clear() {
      begin();
      empty();
    },
    async tryStrokes(text, signal) {
      if (parameters === null || !('path' in state)) return { kind: 'unknown' };
      return checkPhoto(good, state.path, { ...parameters, ...strokeParameters(text) }, { waitsMax, signal });
    },
    adopt(text, verdict) {
      if (state.kind !== 'sent') return;
      checkedKey.current = JSON.stringify({ ...parameters, ...strokeParameters(text) });
      setState({ ...state, verdict });
    },
  };
}
