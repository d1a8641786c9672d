/** Webhook endpoints and their deliveries. Owners manage the endpoints. */

import { Button, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { QueryResult } from '../../components/query-result.tsx';
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { useEndpoints } from './webhooks-api.ts';

export function WebhooksPage() {
  const { t } = useWords();
  const may = useMay();
  const query = useEndpoints();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const eventTypes = query.data?.event_types ?? [];
  return (
    <Page
      title={t.layout.pages.webhooks}
      lead={t.webhooks.lead}
      actions={
        may('webhooks_manage') && (
          // The dialog needs the response of the list, which contains the event types that the dialog offers.
          <Button disabled={query.data === undefined} onClick={() => setIsAdding(true)}>
            {t.webhooks.add}
          </Button>
        )
      }
    >
      <QueryResult query={query}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <Paper withBorder radius="md" p="xl">
              <Text c="dimmed" ta="center">
                {t.webhooks.none}
              </Text>
            </Paper>
          ) : (
            endpoints.map((endpoint) => (
              <EndpointCard
                key={endpoint.id}
                endpoint={endpoint}
                eventTypes={eventTypes}
                onSecret={setSecret}
              />
            ))
          )
        }
      </QueryResult>
      {isAdding && (
        <EndpointDialog
          endpoint={null}
          eventTypes={eventTypes}
          onSecret={setSecret}
          onClose={() => setIsAdding(false)}
        />
      )}
      {secret !== null && (
        <ShownOnceDialog
          title={t.webhooks.secret}
          note={t.webhooks.secretNote}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  );
}
