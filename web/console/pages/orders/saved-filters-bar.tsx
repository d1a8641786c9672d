/** The saved filters of the operator above the list of orders, with the number of orders that match each. */

import { ActionIcon, Badge, Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { filterCountMax } from '../../../../src/domain/saved-filters.ts';
import { useWords } from '../../texts/words.ts';
import { ManageFiltersDialog } from './manage-filters-dialog.tsx';
import { nameOfFilter } from './name-of-filter.ts';
import { savedFilterAddress } from './order-filters.ts';
import { useSavedFilters } from './saved-filters-api.ts';

interface FilterLinkProps {
  readonly label: string;
  readonly address: Readonly<Record<string, string>>;
  readonly isChosen: boolean;
  readonly count?: number;
}

function FilterLink({ label, address, isChosen, count }: FilterLinkProps) {
  const { t } = useWords();
  return (
    <Button
      component={Link}
      to={{ search: new URLSearchParams(address).toString() }}
      replace
      size="xs"
      radius="xl"
      variant={isChosen ? 'filled' : 'default'}
      aria-current={isChosen ? 'true' : undefined}
      rightSection={
        count !== undefined && (
          <Badge size="sm" variant={isChosen ? 'white' : 'light'} color={count === 0 ? 'quiet' : 'accent'}>
            {t.filters.countText(count, filterCountMax)}
          </Badge>
        )
      }
    >
      {label}
    </Button>
  );
}

/** @param chosen the filters in the page's address. */
export function SavedFiltersBar({ chosen }: { readonly chosen: Readonly<Record<string, string>> }) {
  const { t } = useWords();
  const query = useSavedFilters();
  const [isManaging, setManaging] = useState(false);
  const filters = query.data?.filters ?? [];
  const isSame = (address: Readonly<Record<string, string>>) =>
    new URLSearchParams(address).toString() === new URLSearchParams(chosen).toString();
  return (
    <nav className="saved-filters" aria-label={t.filters.saved}>
      <FilterLink label={t.filters.all} address={{}} isChosen={isSame({})} />
      {filters.map((filter) => (
        <FilterLink
          key={filter.id}
          label={nameOfFilter(filter)}
          address={savedFilterAddress(filter)}
          isChosen={isSame(savedFilterAddress(filter))}
          count={filter.count}
        />
      ))}
      <ActionIcon
        variant="subtle"
        color="quiet"
        aria-label={t.filters.manage}
        disabled={query.data === undefined}
        onClick={() => setManaging(true)}
      >
        <IconAdjustments size={18} />
      </ActionIcon>
      {isManaging && <ManageFiltersDialog filters={filters} onClose={() => setManaging(false)} />}
    </nav>
  );
}
