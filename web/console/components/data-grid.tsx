/**
 * A list: a table on a wide page, one cell per record on a phone. It also shows that the list is loading or empty,
 * and errors.
 */

import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import { type Key, type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { useWords, words } from '../texts/words.ts';
import { ErrorAlert } from './error-alert.tsx';
import { moveBetweenRows } from './move-between-rows.ts';

interface DataGridProps<T> {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly records: readonly T[] | undefined;
  readonly columns: DataTableColumn<T>[];
  readonly idOf: (record: T) => Key;
  /** Renders a record on a phone. */
  readonly phone: (record: T) => ReactNode;
  readonly empty: string;
  /** Whether the records belong to an earlier search while those of the present search are loading. */
  readonly isChanging?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly more?: { readonly has: boolean; readonly isLoading: boolean; readonly load: () => void };
  /** Renders the details below a record that the operator opens. */
  readonly detail?: (record: T) => ReactNode;
  readonly onRowClick?: (record: T) => void;
  /** Lets the operator select records. */
  readonly selection?: GridSelection<T>;
}

interface GridSelection<T> {
  readonly selected: readonly Key[];
  readonly onChange: (records: T[]) => void;
  /** The name of the checkbox of a record, for screen readers. */
  readonly nameOf: (record: T) => string;
}

/** Clicks on a link or control inside a row do not open the row. */
function opensRow({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest('a, button, input, label') !== null) return false;
  // Do not open the row while the operator selects text.
  return document.getSelection()?.toString() === '';
}

/** Adds a button to each row, so that the details can be opened with the keyboard too. */
function openerColumn<T>(
  idOf: (record: T) => Key,
  opened: readonly Key[],
  onChange: (opened: Key[]) => void,
) {
  const { t } = words();
  const column: DataTableColumn<T> = {
    accessor: 'opener',
    title: '',
    width: 44,
    render: (record) => {
      const id = idOf(record);
      const isOpen = opened.includes(id);
      return (
        <ActionIcon
          variant="subtle"
          color="quiet"
          aria-expanded={isOpen}
          aria-label={t.common.details}
          onClick={() => onChange(isOpen ? opened.filter((other) => other !== id) : [...opened, id])}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
      );
    },
  };
  return column;
}

export function DataGrid<T>(props: DataGridProps<T>) {
  const { t } = useWords();
  const {
    label,
    records,
    isChanging = false,
    columns,
    idOf,
    phone,
    empty,
    error,
    onRetry,
    more,
    detail,
    onRowClick,
    selection,
  } = props;
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState<Key[]>([]);
  // DataTable uses the wrapper as a component. A new function at each render would mount a new table, which would
  // lose the focus, the input and the open dialogs of its rows.
  const wrapper = useCallback(
    ({ children }: { readonly children: ReactNode }) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
      <div role="group" aria-label={label} onKeyDown={moveBetweenRows}>
        {children}
      </div>
    ),
    [label],
  );
  const hasControls = detail !== undefined || onRowClick !== undefined || selection !== undefined;
  const isEmpty = records?.length === 0;
  const hasFailed = error !== undefined && error !== null;
  const phoneColumns: DataTableColumn<T>[] = [
    { accessor: 'phone', title: '', render: (record) => phone(record) },
  ];
  if (hasFailed && records === undefined) {
    return <ErrorAlert error={error} {...(onRetry === undefined ? {} : { onRetry })} />;
  }
  return (
    <div>
      {hasFailed && <ErrorAlert error={error} {...(onRetry === undefined ? {} : { onRetry })} />}
      {isEmpty ? (
        <Paper withBorder radius="md" p="xl">
          <Text c="dimmed" ta="center">
            {empty}
          </Text>
        </Paper>
      ) : (
        <DataTable<T>
          className="data-grid"
          withTableBorder
          borderRadius="md"
          verticalSpacing="xs"
          highlightOnHover={onRowClick !== undefined}
          minHeight={records === undefined ? 180 : 0}
          fetching={records === undefined || isChanging}
          records={[...(records ?? [])]}
          columns={[
            ...(detail === undefined ? [] : [openerColumn(idOf, opened, setOpened)]),
            ...(isPhone ? phoneColumns : columns),
          ]}
          noHeader={isPhone}
          idAccessor={idOf}
          tableWrapper={wrapper}
          // Without a control in its rows, a list that is wider than the page scrolls by keyboard only if it has the focus.
          {...(hasControls ? {} : { scrollAreaProps: { viewportProps: { tabIndex: 0 } } })}
          {...(selection === undefined
            ? {}
            : {
                selectedRecords: (records ?? []).filter((record) =>
                  selection.selected.includes(idOf(record)),
                ),
                onSelectedRecordsChange: selection.onChange,
                allRecordsSelectionCheckboxProps: { 'aria-label': t.bulk.selectAll },
                getRecordSelectionCheckboxProps: (record: T) => ({
                  'aria-label': t.bulk.select(selection.nameOf(record)),
                }),
              })}
          {...(onRowClick === undefined
            ? {}
            : {
                onRowClick: ({ record, event }: { record: T; event: MouseEvent }) => {
                  if (opensRow(event)) onRowClick(record);
                },
              })}
          {...(detail === undefined
            ? {}
            : {
                rowExpansion: {
                  allowMultiple: true,
                  trigger: 'never' as const,
                  expanded: { recordIds: opened },
                  collapseProps: { transitionDuration: 0 },
                  content: ({ record }: { record: T }) => <div className="grid-detail">{detail(record)}</div>,
                },
              })}
        />
      )}
      {more?.has === true && (
        <Group justify="center" mt="md" className="load-more">
          <Button variant="default" loading={more.isLoading} onClick={more.load}>
            {t.common.loadMore}
          </Button>
        </Group>
      )}
    </div>
  );
}
