/** A page with its title, one line about its purpose, and its buttons. */

import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useKeptFocus } from '../components/kept-focus.ts';
import { useWords } from '../texts/words.ts';

interface PageProps {
  readonly title: string;
  /** Shown instead of the title as plain text. */
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The address of the page whose heading was shown last. */
let shownPath: string | null = null;

/**
 * Moves the focus to the heading of each new page except the first, so that a screen reader begins to read there. A
 * page that is only mounted again, or whose filters change, leaves the focus where it is.
 */
function useFocusOnNewPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = shownPath === null;
    if (shownPath === pathname) return;
    shownPath = pathname;
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}

export function Page({ title, heading, lead, actions, children }: PageProps) {
  const { t } = useWords();
  const headingRef = useFocusOnNewPage();
  const pageRef = useKeptFocus();
  useEffect(() => {
    document.title = `${title} · ${t.layout.console}`;
  }, [title, t]);
  return (
    <Stack gap="lg" ref={pageRef}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-head">
          <Title order={1} size="h2" ref={headingRef} tabIndex={-1} className="page-title">
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
