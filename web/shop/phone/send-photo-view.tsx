/** The page that the QR code of an order form opens on a phone: takes or chooses a photo and sends it to the form. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { guideFromText } from '../camera/head-guide.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { inspectPhoto, type PhotoRefusal } from '../photo/inspect-photo.ts';
import { PhotoPicker } from '../photo/photo-picker.tsx';
import { uploadPhoto } from '../photo/upload-photo.ts';
import { useWords } from '../texts/words.ts';
import { fetchPhotoLink, tokenOfAddress } from './photo-link.ts';

type Sending =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: PhotoRefusal }
  | { readonly kind: 'sending'; readonly fraction: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly file: Blob }
  | { readonly kind: 'sent'; readonly copyUrl: string | null };

const isExpired = (error: unknown) => asApiError(error).code === 'link_expired';

/** Sends photos with the token. A new photo aborts the upload of the one before. */
function useSending(token: string, sizeBytesMax: number) {
  const [state, setState] = useState<Sending>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    const url = state.kind === 'sent' ? state.copyUrl : null;
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [state]);

  async function send(file: Blob): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ kind: 'sending', fraction: 0 });
    const inspection = await inspectPhoto(file, sizeBytesMax);
    if (signal.aborted) return;
    if (inspection.kind === 'refused') {
      setState(inspection);
      return;
    }
    try {
      const onProgress = (fraction: number) => !signal.aborted && setState({ kind: 'sending', fraction });
      const { smallCopy, file: accepted } = inspection.photo;
      await uploadPhoto(accepted ?? file, onProgress, signal, token);
      if (signal.aborted) return;
      setState({ kind: 'sent', copyUrl: smallCopy === null ? null : URL.createObjectURL(smallCopy) });
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error, file });
    }
  }
  return {
    state,
    send: (file: Blob) => void send(file),
    /** Stops the present upload, and asks for a photo. */
    again() {
      running.current?.abort();
      setState({ kind: 'none' });
    },
  };
}

function SendPhoto({ token, guideText }: { readonly token: string; readonly guideText: string }) {
  const { t } = useWords();
  const { config } = useShop();
  const { state, send, again } = useSending(token, config.upload_bytes_max);
  const guide = guideFromText(guideText);
  const link = useQuery({ queryKey: ['photo-link', token], queryFn: () => fetchPhotoLink(token) });
  const hasEnded =
    (link.isError && isExpired(link.error)) || (state.kind === 'failed' && isExpired(state.error));
  if (state.kind === 'sent') {
    return (
      <>
        <Notice tone="good" title={t.sent} text={t.sentText} />
        {state.copyUrl !== null && <img className="chosen-photo" src={state.copyUrl} alt={t.yourPhoto} />}
        <div className="actions">
          <button type="button" className="button quiet" onClick={again}>
            {t.sendAnother}
          </button>
        </div>
      </>
    );
  }
  if (hasEnded) return <Notice tone="bad" title={t.sendEnded} text={t.sendEndedText} />;
  if (state.kind === 'sending') {
    return (
      <>
        <div className="sending" role="status">
          <p>{t.sending(Math.round(state.fraction * 100))}</p>
          <progress value={state.fraction} aria-label={t.progress} />
        </div>
        <div className="actions">
          <button type="button" className="button quiet" onClick={again}>
            {t.otherPhoto}
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>{t.sendText}</p>
      {state.kind === 'refused' && <Notice tone="bad" text={t.refusals[state.why]} />}
      {state.kind === 'failed' && (
        <ErrorNotice
          error={state.error}
          retry={isFinalRefusal(asApiError(state.error)) ? undefined : () => send(state.file)}
        />
      )}
      <PhotoPicker
        megabytesMax={Math.floor(config.upload_bytes_max / 2 ** 20)}
        tips={guide === null ? t.colourTips : t.idTips}
        guide={guide}
        photosMax={1}
        onPhotos={([file]) => file !== undefined && send(file)}
      />
    </>
  );
}

export function SendPhotoView({ guideText }: { readonly guideText: string }) {
  const { t } = useWords();
  const [token] = useState(tokenOfAddress);
  useTitle(t.sendTitle);
  return (
    <section className="panel send-photo">
      <h1>{t.sendTitle}</h1>
      {token === null ? (
        <Notice tone="bad" title={t.sendEnded} text={t.sendEndedText} />
      ) : (
        <SendPhoto token={token} guideText={guideText} />
      )}
    </section>
  );
}
