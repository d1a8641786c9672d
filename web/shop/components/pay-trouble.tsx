/** What came of the last try to pay, where that was not a payment. */

import { useEffect, useState } from 'react';
import { hasLeftToPay } from '../keep/left-to-pay.ts';
import { useWords } from '../texts/words.ts';
import { Notice } from './notice.tsx';

/** A payment's news travels by the provider: who comes back is not told at once that none arrived. */
const newsTravelMs = 2_500;

function useCameBackUnpaid(orderNo: string): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!hasLeftToPay(orderNo)) return;
    const timer = setTimeout(() => setLate(true), newsTravelMs);
    return () => clearTimeout(timer);
  }, [orderNo]);
  return late;
}

interface PayTroubleProps {
  readonly orderNo: string;
  /** The provider refused the last try. */
  readonly declined: boolean;
}

export function PayTrouble({ orderNo, declined }: PayTroubleProps) {
  const { t } = useWords();
  const cameBack = useCameBackUnpaid(orderNo);
  if (declined) return <Notice tone="bad" title={t.payDeclined} text={t.payDeclinedText} />;
  if (cameBack) return <Notice tone="busy" title={t.payNotArrived} text={t.payNotArrivedText} />;
  return <p>{t.waitPayText}</p>;
}
