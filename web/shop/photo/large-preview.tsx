/** The button that shows a large preview of the ID photo with a watermark, in which flaws of the cut-out are visible. */

import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../texts/words.ts';

/** @returns a `data:` URL; null if the service makes no preview now. */
export type LoadLargePreview = (signal: AbortSignal) => Promise<string | null>;

interface LargePreviewProps {
  readonly load: LoadLargePreview;
  readonly alt: string;
}

function LargePreviewDialog({ load, alt, onClose }: LargePreviewProps & { readonly onClose: () => void }) {
  const { t } = useWords();
  /** Undefined while the service makes the preview. */
  const [preview, setPreview] = useState<string | null>();
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    const made = await load(signal);
    if (!signal.aborted) setPreview(made);
  });
  useEffect(() => {
    const closing = new AbortController();
    void begin(closing.signal);
    return () => closing.abort();
  }, []);
  return (
    <Dialog title={t.preview} onClose={onClose} width="wide">
      {typeof preview === 'string' ? (
        <img className="large-preview" src={preview} alt={alt} />
      ) : (
        <p role="status">{preview === undefined ? t.largePreviewComing : t.largePreviewFailed}</p>
      )}
      {typeof preview === 'string' && <p className="hint">{t.largePreviewNote}</p>}
      <div className="actions">
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

export function LargePreviewButton(props: LargePreviewProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        {t.largePreview}
      </button>
      {isOpen && <LargePreviewDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
