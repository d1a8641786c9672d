/** Shown in place of the button to pay if the chosen provider takes one order for each payment. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import type { Payable } from './payable.ts';
import type { Way } from './ways.ts';

interface SeparatePaymentsProps {
  readonly payable: Payable;
  readonly way: Way;
}

export function SeparatePayments({ payable: { orderNos, firstPriceMinor }, way }: SeparatePaymentsProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const [next] = orderNos;
  return (
    <Notice
      tone="calm"
      text={t.separatePayments(t.ways[way.provider] ?? way.provider)}
      actions={
        next !== undefined && (
          <Link to={{ view: 'order', orderNo: next }} className="button">
            {t.payNextPhoto(formatMoney(firstPriceMinor, config.currency, locale))}
          </Link>
        )
      }
    />
  );
}
