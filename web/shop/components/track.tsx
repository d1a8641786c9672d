/** How far an order has come, as a row of stages. Orders that ended otherwise have none. */

import { kindOf, type Order } from '../api/types.ts';
import type { Stage } from '../order-stage.ts';
import { useWords } from '../texts/words.ts';

const reached: Readonly<Partial<Record<Stage, number>>> = {
  waitPay: 0,
  queued: 1,
  working: 2,
  done: 3,
  vipDone: 3,
};

export function Track({ order, stage }: { readonly order: Order; readonly stage: Stage }) {
  const { t } = useWords();
  const position = reached[stage];
  if (position === undefined) return null;
  const names = kindOf(order) === 'vip' ? t.stagesVip : t.stages;
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
