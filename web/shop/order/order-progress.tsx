/**
 * Shown while a paid picture is made: the order's place in the queue, then the progress of the work, beside the
 * customer's photo.
 */

import { useWords } from '../texts/words.ts';
import { useKeptPhoto } from './use-kept-photo.ts';
import type { WatchedOrder } from './use-order.ts';

interface OrderProgressProps {
  readonly orderNo: string;
  readonly watched: WatchedOrder;
  readonly working: boolean;
}

export function OrderProgress({ orderNo, watched: { place, fraction }, working }: OrderProgressProps) {
  const { t } = useWords();
  const photo = useKeptPhoto('before', orderNo);
  const inQueue = place === null ? t.queueUnknown : t.queue(place);
  const percent = fraction === null ? null : Math.round(fraction * 100);
  return (
    <section className="panel waiting">
      {photo !== null && (
        <div className="waiting-photo">
          <img src={photo} alt={t.yourPhoto} />
        </div>
      )}
      <div className="waiting-words">
        <div role="status">
          <strong>{working ? t.workingTitle : inQueue}</strong>
          <p>{working ? t.workingText : t.queueText}</p>
        </div>
        {working && (
          <div className="waiting-bar">
            <progress value={fraction ?? undefined} aria-label={t.progress} />
            {percent !== null && <span aria-hidden="true">{`${percent}%`}</span>}
          </div>
        )}
      </div>
    </section>
  );
}
