/** A photo from the choice of a file to the service's verdict. A new choice replaces the one before. */

import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../client/src/api-error.ts';
import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { type Good, kindOf, type ShopConfig } from '../api/types.ts';
import { checkPhoto, colourPreview, type PhotoVerdict } from './check-photo.ts';
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

/** A photo of an earlier visit, which the service still has. */
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

/** @returns the preview for the size that was checked last; null while another size is checked. */
export function previewOf(state: PhotoState): string | null {
  return state.kind === 'sent' && state.verdict.kind === 'good' ? state.verdict.preview : null;
}

export interface Photo {
  readonly state: PhotoState;
  /** The address of the small copy for an `img`; null without one. */
  readonly copyUrl: string | null;
  choose(file: Blob): void;
  /** Continues with a photo that an earlier visit has uploaded. */
  resume(earlier: EarlierPhoto): void;
  retry(): void;
  /** Checks the photo again, because the verdict belongs to the size that was chosen before. */
  resize(size: IdPhotoSizeName): void;
  clear(): void;
}

export function usePhoto(good: Good, config: ShopConfig, size: IdPhotoSizeName | null): Photo {
  const [state, setState] = useState<PhotoState>({ kind: 'none' });
  const [copyUrl, setCopyUrl] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const sizeNow = useRef(size);
  sizeNow.current = size;

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (copyUrl === null) return;
    return () => URL.revokeObjectURL(copyUrl);
  }, [copyUrl]);

  /** Aborts the current run. @returns the signal of a new run. */
  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function check(photo: InspectedPhoto, path: string, signal: AbortSignal): Promise<void> {
    let verdict: PhotoVerdict = { kind: 'unknown' };
    if (config.photo_check) {
      setState({ kind: 'checking', photo, path });
      verdict = await checkPhoto(good, path, sizeNow.current);
    }
    if (signal.aborted) return;
    if (verdict.kind === 'gone') {
      if (photo.file === null) empty();
      else await send(photo, photo.file, signal);
      return;
    }
    const sent = { kind: 'sent', photo, path } as const;
    if (verdict.kind !== 'good' || kindOf(good) !== 'colourise') {
      setState({ ...sent, verdict, isPreviewComing: false });
      return;
    }
    setState({ ...sent, verdict, isPreviewComing: true });
    const preview = await colourPreview(good, path);
    if (signal.aborted) return;
    setState({ ...sent, verdict: { ...verdict, preview }, isPreviewComing: false });
  }

  function empty(): void {
    setCopyUrl(null);
    setState({ kind: 'none' });
  }

  async function send(photo: InspectedPhoto, file: Blob, signal: AbortSignal): Promise<void> {
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

  async function choose(file: Blob): Promise<void> {
    const signal = begin();
    setCopyUrl(null);
    setState({ kind: 'inspecting' });
    const inspection = await inspectPhoto(file, config.upload_bytes_max);
    if (signal.aborted) return;
    if (inspection.kind === 'refused') {
      setState(inspection);
      return;
    }
    const { photo } = inspection;
    if (photo.smallCopy !== null) setCopyUrl(URL.createObjectURL(photo.smallCopy));
    await send(photo, file, signal);
  }

  return {
    state,
    copyUrl,
    choose: (file) => void choose(file),
    resume({ path, smallCopy }) {
      const signal = begin();
      if (smallCopy !== null) setCopyUrl(URL.createObjectURL(smallCopy));
      void check({ file: null, smallCopy, isSmall: false }, path, signal);
    },
    retry() {
      if (state.kind === 'failed' && state.photo.file !== null) {
        void send(state.photo, state.photo.file, begin());
      }
    },
    resize(wanted) {
      const isSent = state.kind === 'sent' || state.kind === 'checking';
      if (!isSent || !config.photo_check) return;
      sizeNow.current = wanted;
      void check(state.photo, state.path, begin());
    },
    clear() {
      begin();
      empty();
    },
  };
}
