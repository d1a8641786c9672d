/** A page with its title, one line about its purpose, and its buttons. */

import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useWords } from '../texts/words.ts';

interface PageProps {
  readonly title: string;
  /** Shown instead of the title as plain text. */
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, heading, lead, actions, children }: PageProps) {
  const { t } = useWords();
  useEffect(() => {
    document.title = `${title} · ${t.layout.console}`;
  }, [title, t]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-head">
          <Title order={1} size="h2">
            {heading ?? title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm">
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
