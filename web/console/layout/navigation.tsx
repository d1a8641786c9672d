/** The list of pages. A number beside a page counts what waits for an operator there. */

import { Badge, Divider, NavLink, Stack } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { countText } from '../format/count-text.ts';
import { useMay } from '../session/use-session.ts';
import { useWords } from '../texts/words.ts';
import { pageGroups } from './page-list.ts';
import { usePendingCounts } from './use-pending-counts.ts';

function isCurrent(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
}

export function Navigation({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { t } = useWords();
  const { pathname } = useLocation();
  const may = useMay();
  const waiting = usePendingCounts();
  const groups = pageGroups.map((pages) => pages.filter(({ permission }) => may(permission)));
  return (
    <Stack component="nav" gap={2} aria-label={t.layout.menu}>
      {groups.map((pages, index) => (
        <div key={pages[0]?.to ?? index}>
          {index > 0 && <Divider my="xs" />}
          {pages.map(({ to, name, icon: PageIcon }) => {
            const count = waiting[to] ?? 0;
            return (
              <NavLink
                key={to}
                className="nav-link"
                component={Link}
                to={to}
                label={t.layout.pages[name]}
                active={isCurrent(pathname, to)}
                aria-current={isCurrent(pathname, to) ? 'page' : undefined}
                leftSection={<PageIcon size={18} stroke={1.7} aria-hidden />}
                rightSection={
                  count > 0 && (
                    <Badge
                      size="sm"
                      color="bad"
                      variant="light"
                      circle={count < 10}
                      aria-label={t.layout.toReview(count)}
                    >
                      {countText(count)}
                    </Badge>
                  )
                }
                onClick={() => onNavigate?.()}
              />
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
