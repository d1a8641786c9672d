/** The outcome of the last try to pay, shown as long as the order is unpaid. */

import { useEffect, useState } from 'react';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { hasLeftToPay } from './left-to-pay.ts';

/**
 * How long the page waits for the payment to be reported after the customer has returned. The provider's
 * notification may arrive later than the customer.
 */
const notificationMs = 2_500;

function useCameBackUnpaid(orderNo: string): boolean {
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (!hasLeftToPay(orderNo)) return;
    const timer = setTimeout(() => setIsMissing(true), notificationMs);
    return () => clearTimeout(timer);
  }, [orderNo]);
  return isMissing;
}

interface PaymentNoticeProps {
  readonly orderNo: string;
  /** The provider declined the last try. */
  readonly declined: boolean;
}

export function PaymentNotice({ orderNo, declined }: PaymentNoticeProps) {
  const { t } = useWords();
  const cameBackUnpaid = useCameBackUnpaid(orderNo);
  if (declined) return <Notice tone="bad" title={t.payDeclined} text={t.payDeclinedText} />;
  if (cameBackUnpaid) return <Notice tone="busy" title={t.payNotArrived} text={t.payNotArrivedText} />;
  return <p>{t.waitPayText}</p>;
}
