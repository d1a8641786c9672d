/** Keeps the uploaded photo of a form for the next visit, and continues with the photo of an earlier visit. */

import { useEffect, useEffectEvent } from 'react';
import { draftCopyKey, keepPhoto, keptPhoto } from '../order/kept-photos.ts';
import { isUsable, type Photo } from '../photo/use-photo.ts';
import { type FormDraft, readDraft, saveDraft } from './form-draft.ts';

interface DraftPhotoOptions {
  readonly goodsId: number;
  readonly draft: FormDraft;
  readonly photo: Photo;
  /** Whether the photo was refused for a cut-out that the customer can mend. */
  readonly canMend: boolean;
}

export function useDraftPhoto({ goodsId, draft, photo, canMend }: DraftPhotoOptions): void {
  const { state } = photo;
  const resume = useEffectEvent((path: string, smallCopy: Blob | null) => {
    // The customer may have chosen another photo in the meantime.
    if (state.kind === 'none') photo.resume({ path, smallCopy });
  });
  const { path: earlierPath } = draft;
  useEffect(() => {
    if (earlierPath === null) return;
    let isOver = false;
    void keptPhoto('draft', draftCopyKey(goodsId, earlierPath)).then((copy) => {
      if (!isOver) resume(earlierPath, copy);
    });
    return () => {
      isOver = true;
    };
  }, [goodsId, earlierPath]);

  // A photo whose cut-out the customer can mend is kept, so that a reload does not end the mending.
  const kept = state.kind === 'sent' && (isUsable(state) || canMend) ? state : null;
  const path = kept?.path ?? null;
  const smallCopy = kept?.photo.smallCopy ?? null;
  useEffect(() => {
    if (path === null) return;
    const { path: known, uploadedAtMs } = readDraft(goodsId);
    saveDraft(goodsId, { path, uploadedAtMs: known === path ? uploadedAtMs : Date.now() });
    if (smallCopy !== null) void keepPhoto('draft', draftCopyKey(goodsId, path), smallCopy);
  }, [goodsId, path, smallCopy]);

  // Remove the photo from the draft after this page or the service has refused it, so that the next visit does not
  // begin with it.
  const isBad = state.kind === 'sent' && state.verdict.kind === 'bad';
  const isEmpty = state.kind === 'refused' || (isBad && !canMend);
  useEffect(() => {
    if (isEmpty) saveDraft(goodsId, { path: null, uploadedAtMs: 0 });
  }, [goodsId, isEmpty]);
}
