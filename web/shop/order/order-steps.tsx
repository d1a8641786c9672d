/**
 * Shows the progress of an order as a row of steps. Cancelled, failed and refunded orders have no such row.
 */

import { kindOf, type Order } from '../api/types.ts';
import { useWords } from '../texts/words.ts';
import type { Stage } from './order-stage.ts';

const reached: Readonly<Partial<Record<Stage, number>>> = {
  waitPay: 0,
  queued: 1,
  working: 2,
  done: 3,
  vipDone: 3,
};

export function OrderSteps({ order, stage }: { readonly order: Order; readonly stage: Stage }) {
  const { t } = useWords();
  const position = reached[stage];
  if (position === undefined) return null;
  const names = kindOf(order) === 'vip' ? t.membershipSteps : t.photoSteps;
  const current = Math.min(position, names.length - 1);
  return (
    <ol className="track">
      {names.map((name, index) => (
        <li
          key={name}
          className={
            index < current || current === names.length - 1 ? 'past' : index === current ? 'now' : 'ahead'
          }
          aria-current={index === current ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
