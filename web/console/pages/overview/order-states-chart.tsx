/** A ring chart of the number of orders in each state, with its legend. */

import { ColorSwatch, Group, Text } from '@mantine/core';
import type { OrderCounts } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Ring } from '../../charts/lazy-charts.ts';
import { type OrderState, orderState, orderStateColours } from '../../components/order-state-badge.tsx';
import { useWords, words } from '../../texts/words.ts';

interface Part {
  readonly state: OrderState;
  readonly name: string;
  readonly value: number;
}

function partsOf(counted: OrderCounts): Part[] {
  const { t } = words();
  const counts = new Map<OrderState, number>();
  for (const { orders, refund_failed, ...pair } of counted.counts) {
    const state = orderState({ ...pair, refund_state: refund_failed ? 'failed' : null });
    counts.set(state, (counts.get(state) ?? 0) + orders);
  }
  return [...counts]
    .map(([state, value]) => ({ state, value, name: t.names.orderState[state] }))
    .sort((a, b) => b.value - a.value);
}

/** A lighter shade distinguishes these states from other states of the same colour. */
const lighter: ReadonlySet<OrderState> = new Set(['wait_pay', 'queued', 'cancelled', 'refund_stuck']);

function colourOf(state: OrderState): string {
  const full = `var(--mantine-color-${orderStateColours[state]}-filled)`;
  return lighter.has(state) ? `color-mix(in srgb, ${full} 50%, var(--colour-surface))` : full;
}

export function OrderStatesChart({ counted }: { readonly counted: OrderCounts }) {
  const { t } = useWords();
  const parts = partsOf(counted);
  if (parts.length === 0) return <Text c="dimmed">{t.overview.noOrders}</Text>;
  return (
    <div className="ring-and-legend">
      <Chart height={170} summary={parts.map(({ name, value }) => `${name}: ${value}`).join(', ')}>
        <Ring
          size={160}
          label={String(counted.total)}
          parts={parts.map(({ name, value, state }) => ({ name, value, color: colourOf(state) }))}
        />
      </Chart>
      <ul className="legend">
        {parts.map(({ state, name, value }) => (
          <li key={state}>
            <Group gap={8} wrap="nowrap">
              <ColorSwatch size={12} withShadow={false} color={colourOf(state)} aria-hidden />
              <Text size="sm">{name}</Text>
            </Group>
            <Text size="sm" fw={600}>
              {value}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
