/** A finished picture: compared with the photo it was made of where this browser still has that, and saved. */

import { type ReactNode, useEffect, useState } from 'react';
import { ownAddress } from '../api/own-address.ts';
import { kindOf, type Order } from '../api/types.ts';
import { useBeforePhoto } from '../hooks/use-before-photo.ts';
import type { Stage } from '../order-stage.ts';
import { useWords } from '../texts/words.ts';
import { Compare } from './compare.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

/** How much the shapes may differ and still lie over each other. */
const shapeTolerance = 0.02;

/** Width by height of a picture; null until it is loaded. */
function useShape(url: string | null): number | null {
  const [shape, setShape] = useState<number | null>(null);
  useEffect(() => {
    if (url === null) return;
    const image = new Image();
    image.onload = () => setShape(image.naturalWidth / image.naturalHeight);
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return shape;
}

interface PicturesProps {
  readonly before: string | null;
  readonly after: string;
  /** Whether both show the same, in the same place: an ID photo is cut anew. */
  readonly alike: boolean;
  readonly onBroken: () => void;
}

function Pictures({ before, after, alike, onBroken }: PicturesProps) {
  const { t } = useWords();
  const shapeBefore = useShape(before);
  const shapeAfter = useShape(after);
  const known = alike && before !== null && shapeBefore !== null && shapeAfter !== null;
  if (known && Math.abs(shapeBefore / shapeAfter - 1) < shapeTolerance) {
    return <Compare before={before} after={after} />;
  }
  return (
    <div className="side-by-side">
      {before !== null && (
        <figure>
          <img src={before} alt={t.yourPhoto} loading="lazy" />
          <figcaption>{t.before}</figcaption>
        </figure>
      )}
      <figure>
        <img src={after} alt={t.finished} onError={onBroken} />
        {before !== null && <figcaption>{t.after}</figcaption>}
      </figure>
    </div>
  );
}

interface OrderResultProps {
  readonly order: Order;
  readonly stage: Stage;
  /** The link no longer works: a fresh one may. */
  readonly onStale: () => void;
  /** Further buttons beside the download. */
  readonly children?: ReactNode;
}

export function OrderResult({ order, stage, onStale, children }: OrderResultProps) {
  const { t } = useWords();
  const before = useBeforePhoto(order.order_no);
  const [brokenLink, setBrokenLink] = useState<string | null>(null);
  if (stage !== 'done' || order.deal_result === null) return null;
  const link = ownAddress(order.deal_result);

  function broken(): void {
    // A second failure of a fresh link is told; the first asks for one.
    setBrokenLink(link);
    if (brokenLink === null) onStale();
  }

  if (brokenLink === link) {
    const again = (
      <button type="button" className="button small" onClick={onStale}>
        {t.again}
      </button>
    );
    return <Notice tone="bad" actions={again} text={t.resultBroken} />;
  }
  return (
    <section className="result" aria-label={t.result}>
      <Pictures before={before} after={link} alike={kindOf(order) === 'colourise'} onBroken={broken} />
      <div className="actions">
        <a className="button large" href={link} download={`photokiosk-${order.order_no}`}>
          <Icon name="download" />
          {t.download}
        </a>
        <a className="button quiet" href={link} target="_blank" rel="noreferrer">
          {t.larger}
        </a>
        {children}
      </div>
    </section>
  );
}
