/** The calls to each payment provider: how many, how many failed, how long they took, and the last error. */

import { Group, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { Health } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { durationText } from '../../format/duration-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';

type Provider = Health['providers'][number];
type Figures = Pick<Provider, 'calls' | 'errors' | 'median_ms' | 'slowest_ms'>;

function useFigureTexts() {
  const { t } = useWords();
  const time = (ms: number | null) => (ms === null ? '–' : durationText(ms, t.common));
  return {
    time,
    errors: ({ calls, errors }: Figures) =>
      errors === 0 ? '0' : t.health.errorShare(errors, Math.round((errors / calls) * 100)),
  };
}

function LastError({ error }: { readonly error: Provider['last_error'] }) {
  const { t } = useWords();
  if (error === null) return '–';
  const { operation, outcome, at, words } = error;
  return (
    <Text size="sm" component="span" className="untrusted-text">
      <DateTime at={at} style="second" /> · {t.health.operations[operation]}:{' '}
      {outcome === 'failed' ? t.health.unexpectedError : t.health.noResponse}
      {words !== null && ` (${words})`}
    </Text>
  );
}

function Operations({ operations }: Pick<Provider, 'operations'>) {
  const { t } = useWords();
  const texts = useFigureTexts();
  return (
    <Stack gap={4}>
      {operations.map((figures) => (
        <Text key={figures.operation} size="sm">
          {t.health.operations[figures.operation]}:{' '}
          {t.health.callsInShort(figures.calls, texts.errors(figures))} · {texts.time(figures.median_ms)} /{' '}
          {texts.time(figures.slowest_ms)}
        </Text>
      ))}
    </Stack>
  );
}

export function ProviderCalls({ providers }: Pick<Health, 'providers'>) {
  const { t } = useWords();
  const texts = useFigureTexts();
  const calls = ({ calls, running }: Provider) =>
    running === 0 ? String(calls) : `${calls} + ${t.health.stillRunning(running)}`;
  const errors = (provider: Provider) => (
    <Text size="sm" component="span" {...(provider.errors > 0 && { c: 'bad' })}>
      {texts.errors(provider)}
    </Text>
  );
  const columns: DataTableColumn<Provider>[] = [
    { accessor: 'name', title: t.health.providers, render: ({ name }) => nameOf(t.names.provider, name) },
    { accessor: 'calls', title: t.health.calls, textAlign: 'right', render: calls },
    { accessor: 'errors', title: t.health.errors, textAlign: 'right', render: errors },
    { accessor: 'refusals', title: t.health.refusals, textAlign: 'right' },
    {
      accessor: 'median_ms',
      title: t.health.median,
      textAlign: 'right',
      render: (provider) => texts.time(provider.median_ms),
    },
    {
      accessor: 'slowest_ms',
      title: t.health.slowest,
      textAlign: 'right',
      render: (provider) => texts.time(provider.slowest_ms),
    },
    {
      accessor: 'last_error',
      title: t.health.lastError,
      render: (provider) => <LastError error={provider.last_error} />,
    },
  ];
  return (
    <DataGrid
      label={t.health.providers}
      records={providers}
      columns={columns}
      idOf={({ name }) => name}
      empty={t.health.noProviders}
      detail={({ operations }) => <Operations operations={operations} />}
      phone={(provider) => (
        <Stack gap={2}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" fw={600}>
              {nameOf(t.names.provider, provider.name)}
            </Text>
            {errors(provider)}
          </Group>
          <Text size="xs" c="dimmed">
            {t.health.calls}: {calls(provider)} · {texts.time(provider.median_ms)} /{' '}
            {texts.time(provider.slowest_ms)}
          </Text>
          {provider.last_error !== null && <LastError error={provider.last_error} />}
        </Stack>
      )}
    />
  );
}
