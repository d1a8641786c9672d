/**
 * Receives, in the order form on a computer, the photos that a phone takes. The form waits for the photo, uses it,
 * and also accepts later photos, because a customer whose photo does not pass the check takes another one on the
 * phone. The form stops waiting when the customer continues with another photo, leaves the form, or ten minutes
 * have passed.
 */

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { serviceLink } from '../api/local-link.ts';
import { inspectPhoto } from '../photo/inspect-photo.ts';
import type { EarlierPhoto } from '../photo/use-photo.ts';
import { createPhotoLink, endPhotoLink, fetchPhotoLink } from './photo-link.ts';

/** The interval of polling while the dialog waits. */
const pollMs = 2_000;
/** The interval of polling after the first photo, because second photos are rare. */
const laterPollMs = 4_000;
/** The pause after a call that failed, although it was repeated: the service may respond again later. */
const failedPollMs = 10_000;
/** How long the small copy of a photo may take. The form uses the photo without a copy after this time. */
const copyMsMax = 20_000;

export interface PhoneLink {
  /** `waiting`: the dialog shows the QR code. `received`: a photo has arrived, and later ones replace it. */
  readonly kind: 'closed' | 'opening' | 'waiting' | 'received' | 'ended' | 'failed';
  /** Null unless the QR code can be shown. */
  readonly token: string | null;
  readonly error: unknown;
  /** Makes a new link. */
  open(): void;
  /** Ends the link. */
  end(): void;
}

/** @returns a small copy of the photo for the page; null if the photo cannot be loaded. */
async function copyOf(url: string, sizeBytesMax: number): Promise<Blob | null> {
  try {
    const response = await fetch(serviceLink(url), { signal: AbortSignal.timeout(copyMsMax) });
    if (!response.ok) return null;
    const inspection = await inspectPhoto(await response.blob(), sizeBytesMax);
    return inspection.kind === 'accepted' ? inspection.photo.smallCopy : null;
  } catch {
    return null;
  }
}

/** @param sizeBytesMax the size limit of an upload. @param onPhoto receives each photo that the phone sends. */
export function usePhoneLink(sizeBytesMax: number, onPhoto: (photo: EarlierPhoto) => void): PhoneLink {
  const [isOpen, setOpen] = useState(false);
  const creating = useMutation({ mutationFn: createPhotoLink });
  const { data: link, reset, mutate } = creating;
  const secret = link?.secret ?? null;
  const fetching = useRef<Promise<unknown>>(Promise.resolve());
  const watching = useQuery({
    queryKey: ['photo-link', secret],
    queryFn: () => {
      const call = fetchPhotoLink(secret ?? '');
      fetching.current = call;
      return call;
    },
    enabled: secret !== null,
    refetchInterval: ({ state }) => {
      if (state.error !== null) return isFinalRefusal(asApiError(state.error)) ? false : failedPollMs;
      return (state.data?.photos ?? 0) > 0 ? laterPollMs : pollMs;
    },
    gcTime: 0,
  });

  const take = useEffectEvent(onPhoto);
  const path = watching.data?.path ?? null;
  const url = useEffectEvent(() => watching.data?.url ?? '');
  useEffect(() => {
    if (path === null) return;
    let isOver = false;
    void copyOf(url(), sizeBytesMax).then((smallCopy) => {
      if (isOver) return;
      setOpen(false);
      take({ path, smallCopy });
    });
    return () => {
      isOver = true;
    };
  }, [path, sizeBytesMax]);

  useEffect(() => {
    if (secret !== null) return () => void endPhotoLink(secret, fetching.current);
    return undefined;
  }, [secret]);

  const isEnded = watching.error !== null && asApiError(watching.error).code === 'link_expired';
  function kind(): PhoneLink['kind'] {
    if (!isOpen) return path === null || isEnded ? 'closed' : 'received';
    if (creating.isError || (watching.isError && !isEnded)) return 'failed';
    if (isEnded) return 'ended';
    return link === undefined ? 'opening' : 'waiting';
  }
  return {
    kind: kind(),
    token: link?.token ?? null,
    error: creating.error ?? watching.error,
    open() {
      setOpen(true);
      reset();
      mutate();
    },
    end() {
      setOpen(false);
      reset();
    },
  };
}
