/** Shown in place of the button to pay if the chosen provider takes one order for each payment. */

import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import type { Payable } from './payable.ts';
import type { Way } from './ways.ts';

interface SeparatePaymentsProps {
  readonly payable: Payable;
  readonly way: Way;
}

export function SeparatePayments({ payable: { orderNos }, way }: SeparatePaymentsProps) {
  const { t } = useWords();
  const [next] = orderNos;
  return (
    <Notice
      tone="calm"
      text={t.separatePayments(t.ways[way.provider] ?? way.provider)}
      actions={
        next !== undefined && (
          <Link to={{ view: 'order', orderNo: next }} className="button">
            {t.payNextPhoto}
          </Link>
        )
      }
    />
  );
}
