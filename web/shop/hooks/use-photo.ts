/** A photo from the choice of a file to the service's verdict. A newer choice drops the older one. */

import { useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { checkPhoto, type PhotoVerdict } from '../api/check-photo.ts';
import type { Good, ShopConfig } from '../api/types.ts';
import { uploadPhoto } from '../api/upload-photo.ts';
import { type InspectedPhoto, inspectPhoto, type PhotoRefusal } from '../photo/inspect-photo.ts';
import type { IdPhotoSizeName } from '../texts/size-words.ts';

export type PhotoState =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'refused'; readonly why: PhotoRefusal }
  | { readonly kind: 'sending'; readonly photo: InspectedPhoto; readonly fraction: number }
  | { readonly kind: 'failed'; readonly photo: InspectedPhoto; readonly error: ApiError }
  | { readonly kind: 'checking'; readonly photo: InspectedPhoto; readonly path: string }
  | {
      readonly kind: 'sent';
      readonly photo: InspectedPhoto;
      readonly path: string;
      readonly verdict: PhotoVerdict;
    };

export interface Photo {
  readonly state: PhotoState;
  /** Address of the preview for an `img`; null without one. */
  readonly previewUrl: string | null;
  choose(file: Blob): void;
  retry(): void;
  /** The good's size was changed: what is known of the photo holds for the old one. */
  resize(size: IdPhotoSizeName): void;
  clear(): void;
}

export function usePhoto(good: Good, config: ShopConfig, size: IdPhotoSizeName | null): Photo {
  const [state, setState] = useState<PhotoState>({ kind: 'none' });
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const sizeNow = useRef(size);
  sizeNow.current = size;

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (previewUrl === null) return;
    return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  async function send(photo: InspectedPhoto, signal: AbortSignal): Promise<void> {
    const tell = (next: PhotoState) => {
      if (!signal.aborted) setState(next);
    };
    tell({ kind: 'sending', photo, fraction: 0 });
    try {
      const upload = await uploadPhoto(
        photo.file,
        (fraction) => tell({ kind: 'sending', photo, fraction }),
        signal,
      );
      const { path } = upload;
      if (config.photo_check) tell({ kind: 'checking', photo, path });
      const verdict: PhotoVerdict = config.photo_check
        ? await checkPhoto(good, path, sizeNow.current)
        : { kind: 'unknown' };
      tell({ kind: 'sent', photo, path, verdict });
    } catch (error) {
      if (!signal.aborted) tell({ kind: 'failed', photo, error: asApiError(error) });
    }
  }

  /** The same photo may do for one size and not for another. */
  async function checkAgain(photo: InspectedPhoto, path: string, wanted: IdPhotoSizeName): Promise<void> {
    const signal = begin();
    setState({ kind: 'checking', photo, path });
    const verdict = await checkPhoto(good, path, wanted);
    if (!signal.aborted) setState({ kind: 'sent', photo, path, verdict });
  }

  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function choose(file: Blob): Promise<void> {
    const signal = begin();
    setPreviewUrl(null);
    setState({ kind: 'looking' });
    const inspection = await inspectPhoto(file, config.upload_bytes_max);
    if (signal.aborted) return;
    if (inspection.kind === 'refused') {
      setState(inspection);
      return;
    }
    const { photo } = inspection;
    if (photo.preview !== null) setPreviewUrl(URL.createObjectURL(photo.preview.blob));
    await send(photo, signal);
  }

  return {
    state,
    previewUrl,
    choose: (file) => void choose(file),
    retry() {
      if (state.kind === 'failed') void send(state.photo, begin());
    },
    resize(wanted) {
      const isThere = state.kind === 'sent' || state.kind === 'checking';
      if (isThere && config.photo_check) void checkAgain(state.photo, state.path, wanted);
    },
    clear() {
      begin();
      setPreviewUrl(null);
      setState({ kind: 'none' });
    },
  };
}
