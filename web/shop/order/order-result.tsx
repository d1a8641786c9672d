/**
 * A finished picture with the button to download it, beside or over its photo if this browser has kept a
 * copy of the photo.
 */

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { localLink, serviceLink } from '../api/local-link.ts';
import { isOldPhoto, type Order, type OrderDetails } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { CompareSlider } from './compare-slider.tsx';
import { resultName } from './download-name.ts';
import { keepResultCopy } from './keep-result-copy.ts';
import type { Stage } from './order-stage.ts';
import { useKeptPhoto } from './use-kept-photo.ts';

/**
 * Two pictures whose ratios of width to height differ by at most this share can be laid over each other
 * without a visible shift.
 */
const shapeTolerance = 0.02;

/** The width of a picture divided by its height; null until the picture is loaded. */
function useShape(url: string | null, onLoad?: (picture: HTMLImageElement) => void): number | null {
  const loaded = useEffectEvent((picture: HTMLImageElement) => onLoad?.(picture));
  const [shape, setShape] = useState<number | null>(null);
  useEffect(() => {
    if (url === null) return;
    const image = new Image();
    image.onload = () => {
      setShape(image.naturalWidth / image.naturalHeight);
      loaded(image);
    };
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
  /**
   * Whether both pictures show the same scene at the same position. An ID photo does not, because it is
   * cropped.
   */
  readonly alike: boolean;
  readonly onBroken: () => void;
  /** Called when the finished picture is loaded. */
  readonly onLoaded: (picture: HTMLImageElement) => void;
}

function Pictures({ before, after, alike, onBroken, onLoaded }: PicturesProps) {
  const { t } = useWords();
  const shapeBefore = useShape(before);
  const shapeAfter = useShape(after, onLoaded);
  const known = alike && before !== null && shapeBefore !== null && shapeAfter !== null;
  if (known && Math.abs(shapeBefore / shapeAfter - 1) < shapeTolerance) {
    return <CompareSlider before={before} after={after} />;
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
  /** Null until the details are loaded. */
  readonly details: OrderDetails | null;
  readonly stage: Stage;
  /** Called when the link no longer works, to fetch a new one. */
  readonly onStale: () => void;
  /** Further buttons beside the download. */
  readonly children?: ReactNode;
}

export function OrderResult({ order, details, stage, onStale, children }: OrderResultProps) {
  const { t } = useWords();
  const before = useKeptPhoto('before', order.order_no);
  const [brokenLink, setBrokenLink] = useState<string | null>(null);
  if (stage !== 'done' || order.deal_result === null) return null;
  // The page reads the picture that it shows, to keep a small copy of it.
  const link = serviceLink(order.deal_result);

  function broken(): void {
    // The first failure fetches a new link; only a failure of the new link is shown.
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
      <div className="actions">
        <a className="button large" href={link} download={resultName(order, details)}>
          <Icon name="download" />
          {t.download}
        </a>
        <a className="button quiet" href={localLink(order.deal_result)} target="_blank" rel="noreferrer">
          {t.larger}
        </a>
        {children}
      </div>
      <Pictures
        before={before}
        after={link}
        alike={isOldPhoto(order)}
        onBroken={broken}
        onLoaded={(picture) => keepResultCopy(order.order_no, picture)}
      />
    </section>
  );
}
