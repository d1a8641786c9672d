/** Shows one important number in large digits. */

import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly isBad?: boolean;
  /** The address of the page with the details. */
  readonly to?: string;
}

export function Stat({ label, value, note, isBad = false, to }: StatProps) {
  const inside = (
    <>
      <Text size="sm" c="dimmed" component="span" display="block">
        {label}
      </Text>
      <Text className={isBad ? 'stat-value bad' : 'stat-value'} component="span" display="block">
        {value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="span" display="block">
          {note}
        </Text>
      )}
    </>
  );
  if (to === undefined) {
    return (
      <Paper withBorder radius="md" p="md" className="stat">
        {inside}
      </Paper>
    );
  }
  return (
    <Paper withBorder radius="md" p="md" className="stat" component={Link} to={to}>
      {inside}
    </Paper>
  );
}
