/** The deliveries to one endpoint, newest first, with a button that sends an event again. */

import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { Link } from 'react-router';
import type { WebhookDelivery } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { useMay } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { endpointCalls, useDeliveries, useEndpointsChanged } from './webhooks-api.ts';

const colours = { waiting: 'accent', held: 'quiet', delivered: 'good', failed: 'bad' } as const;

function EventName({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t } = useWords();
  const name = nameOf(t.webhooks.eventName, delivery.type);
  if (delivery.order_id === null) return <Text size="sm">{name}</Text>;
  return (
    <Anchor component={Link} to={`/orders/${delivery.order_id}`} size="sm">
      {name}
    </Anchor>
  );
}

function Result({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t } = useWords();
  const { state, attempts, last_status, last_error } = delivery;
  const answer = last_status === null ? last_error : t.webhooks.answered(last_status);
  return (
    <Group gap="xs">
      <Badge color={colours[state]} variant="light">
        {t.webhooks.deliveryState[state]}
      </Badge>
      {attempts > 0 && (
        <Text size="xs" c="dimmed" className="untrusted-text">
          {[t.webhooks.attempts(attempts), answer].filter((part) => part !== null).join(' · ')}
        </Text>
      )}
    </Group>
  );
}

function ReplayButton({
  endpointId,
  delivery,
}: {
  readonly endpointId: number;
  readonly delivery: WebhookDelivery;
}) {
  const { t } = useWords();
  const changed = useEndpointsChanged();
  const replay = useMutation({
    mutationFn: () => endpointCalls.replay(endpointId, delivery.event_id),
    onSuccess: () => showSuccess(t.webhooks.replayed),
    onError: showError,
    onSettled: changed,
  });
  return (
    <Button size="xs" variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
      {t.webhooks.replay}
    </Button>
  );
}

export function DeliveryLog({ endpointId }: { readonly endpointId: number }) {
  const { t } = useWords();
  const mayReplay = useMay()('jobs_retry');
  const query = useDeliveries(endpointId);
  const columns: DataTableColumn<WebhookDelivery>[] = [
    {
      accessor: 'created_at',
      title: t.webhooks.time,
      noWrap: true,
      render: (delivery) => <DateTime at={delivery.created_at} style="second" />,
    },
    { accessor: 'type', title: t.webhooks.event, render: (delivery) => <EventName delivery={delivery} /> },
    { accessor: 'state', title: t.webhooks.result, render: (delivery) => <Result delivery={delivery} /> },
    {
      accessor: 'replay',
      title: '',
      textAlign: 'right',
      render: (delivery) => mayReplay && <ReplayButton endpointId={endpointId} delivery={delivery} />,
    },
  ];
  return (
    <DataGrid
      label={t.webhooks.deliveries}
      records={query.data?.pages.flatMap(({ deliveries }) => deliveries)}
      columns={columns}
      idOf={({ event_id }) => event_id}
      empty={t.webhooks.noDeliveries}
      error={query.error}
      onRetry={() => void query.refetch()}
      more={nextPageOf(query)}
      phone={(delivery) => (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={2}>
            <EventName delivery={delivery} />
            <Text size="xs" c="dimmed" component="div">
              <DateTime at={delivery.created_at} style="second" />
            </Text>
            <Result delivery={delivery} />
          </Stack>
          {mayReplay && <ReplayButton endpointId={endpointId} delivery={delivery} />}
        </Group>
      )}
    />
  );
}
