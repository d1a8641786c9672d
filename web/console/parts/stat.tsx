/** One number that matters, large. */

import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly isBad?: boolean;
  /** Where more is told. */
  readonly to?: string;
}

export function Stat({ label, value, note, isBad = false, to }: StatProps) {
  return (
    <Paper withBorder radius="md" p="md" className="stat">
      <Text size="sm" c="dimmed">
        {to === undefined ? label : <Link to={to}>{label}</Link>}
      </Text>
      <Text className={isBad ? 'stat-value bad' : 'stat-value'}>{value}</Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Paper>
  );
}
