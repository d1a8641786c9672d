/** What is known about the payment, shown as long as nothing is paid. */

import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';

interface PaymentNoticeProps {
  /** Shown while no payment is under way. */
  readonly text: string;
  /** Whether the provider declined the last try. */
  readonly declined: boolean;
  /** Whether the customer has come back from the provider and the service does not know the outcome yet. */
  readonly checking: boolean;
  /** Called when the customer says that nothing was paid, to show the form again. */
  readonly onPay: () => void;
}

export function PaymentNotice({ text, declined, checking, onPay }: PaymentNoticeProps) {
  const { t } = useWords();
  if (declined) return <Notice tone="bad" title={t.payDeclined} text={t.payDeclinedText} />;
  if (!checking) return <p>{text}</p>;
  const button = (
    <button type="button" className="button quiet" onClick={onPay}>
      {t.notPaidYet}
    </button>
  );
  return <Notice tone="busy" title={t.checkingPayment} text={t.checkingPaymentText} actions={button} />;
}
