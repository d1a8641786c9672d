/** Orders by where they stand, as a ring with its legend. */

import { ColorSwatch, Group, Text } from '@mantine/core';
import type { OrderCounts } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Ring } from '../../charts/lazy-charts.ts';
import { type ShownState, shownState, stateColours } from '../../components/order-state-badge.tsx';
import { t, wordOf } from '../../texts/words.ts';
import { stateWords } from '../../texts/names-old.ts';

interface Part {
  readonly state: ShownState;
  readonly name: string;
  readonly value: number;
}

function partsOf(counted: OrderCounts): Part[] {
  const counts = new Map<ShownState, number>();
  for (const { orders, ...pair } of counted.counts) {
    // How a refund stands is not counted: one that failed is under way again once it is retried.
    const state = shownState({ ...pair, refund_state: null });
    counts.set(state, (counts.get(state) ?? 0) + orders);
  }
  return [...counts]
    .map(([state, value]) => ({ state, value, name: wordOf(stateWords, state) }))
    .sort((a, b) => b.value - a.value);
}

const shadeOf = (state: ShownState) => `${stateColours[state]}.6`;

export function OrderStates({ counted }: { readonly counted: OrderCounts }) {
  const parts = partsOf(counted);
  if (parts.length === 0) return <Text c="dimmed">{t('No orders in this time.')}</Text>;
  return (
    <div className="ring-and-legend">
      <Chart height={170} summary={parts.map(({ name, value }) => `${name}: ${value}`).join(', ')}>
        <Ring
          size={160}
          label={String(counted.total)}
          parts={parts.map(({ name, value, state }) => ({ name, value, color: shadeOf(state) }))}
        />
      </Chart>
      <ul className="legend">
        {parts.map(({ state, name, value }) => (
          <li key={state}>
            <Group gap={8} wrap="nowrap">
              <ColorSwatch
                size={12}
                withShadow={false}
                color={`var(--mantine-color-${stateColours[state]}-6)`}
                aria-hidden
              />
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
