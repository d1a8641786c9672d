/** One endpoint: its address, events and state, what an operator can do with it, and its deliveries. */

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { dateTimeText } from '../../format/date-time-text.ts';
import { Card } from '../../layout/card.tsx';
import { useMay, useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { endpointCalls, useEndpointsChanged } from './webhooks-api.ts';

interface EndpointCardProps {
  readonly endpoint: WebhookEndpoint;
  readonly eventTypes: readonly string[];
  readonly onSecret: (secret: string) => void;
}

const colours = { active: 'good', paused: 'quiet', off: 'bad' } as const;

/** A button that calls the service without asking the operator for confirmation. */
function CallButton({
  label,
  message,
  call,
}: {
  readonly label: string;
  readonly message: string;
  readonly call: () => Promise<unknown>;
}) {
  const changed = useEndpointsChanged();
  const run = useMutation({
    mutationFn: call,
    onSuccess: () => showSuccess(message),
    onError: showError,
    onSettled: changed,
  });
  return (
    <Button size="xs" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
      {label}
    </Button>
  );
}

type Asked = 'edit' | 'rotate' | 'remove' | 'replay' | null;

function Buttons({
  endpoint,
  onAsk,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { t } = useWords();
  const may = useMay();
  const { id, state, origin } = endpoint;
  const ask = (asked: Asked, label: string) => (
    <Button size="xs" variant="default" onClick={() => onAsk(asked)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {may('webhooks_manage') && (
        <>
          {state === 'active' ? (
            <CallButton
              label={t.webhooks.pause}
              message={t.webhooks.paused}
              call={() => endpointCalls.pause(id)}
            />
          ) : (
            <CallButton
              label={t.webhooks.resume}
              message={t.webhooks.resumed}
              call={() => endpointCalls.resume(id)}
            />
          )}
          <CallButton
            label={t.webhooks.test}
            message={t.webhooks.tested}
            call={() => endpointCalls.test(id)}
          />
          {origin === 'console' && (
            <>
              {ask('edit', t.common.edit)}
              {ask('rotate', t.webhooks.rotate)}
              {ask('remove', t.webhooks.remove)}
            </>
          )}
        </>
      )}
      {may('jobs_retry') && ask('replay', t.webhooks.replayRange)}
    </Group>
  );
}

function Notes({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const { shop } = useSession();
  const timeOf = (at: string) => dateTimeText(at, shop.time_zone, 'minute');
  const { off_reason, failing_since, former_secret_until } = endpoint;
  return (
    <>
      {endpoint.state === 'off' && (
        <Alert color="bad">{off_reason === 'gone' ? t.webhooks.gone : t.webhooks.switchedOff}</Alert>
      )}
      {failing_since !== null && <Alert color="busy">{t.webhooks.failing(timeOf(failing_since))}</Alert>}
      {former_secret_until !== null && (
        <Alert color="quiet">{t.webhooks.twoSecrets(timeOf(former_secret_until))}</Alert>
      )}
    </>
  );
}

export function EndpointCard({ endpoint, eventTypes, onSecret }: EndpointCardProps) {
  const { t } = useWords();
  const changed = useEndpointsChanged();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const events = endpoint.events.map((type) => nameOf(t.webhooks.eventName, type)).join(' · ');
  return (
    <Card
      title={endpoint.url}
      className="untrusted-text"
      note={endpoint.origin === 'environment' ? t.webhooks.fromEnvironment : undefined}
      actions={
        <Badge color={colours[endpoint.state]} variant="light">
          {t.webhooks.state[endpoint.state]}
        </Badge>
      }
    >
      <Stack gap="md">
        <Text size="sm">{events === '' ? t.webhooks.allEvents : events}</Text>
        <Notes endpoint={endpoint} />
        <Buttons endpoint={endpoint} onAsk={setAsked} />
        <DeliveryLog endpointId={endpoint.id} />
      </Stack>
      {asked === 'edit' && (
        <EndpointDialog endpoint={endpoint} eventTypes={eventTypes} onSecret={onSecret} onClose={close} />
      )}
      {asked === 'replay' && <ReplayDialog endpointId={endpoint.id} onClose={close} />}
      {asked === 'rotate' && (
        <ActionDialog
          title={t.webhooks.rotate}
          confirmLabel={t.webhooks.rotate}
          reason="none"
          act={() => endpointCalls.rotate(endpoint.id)}
          doneMessage={t.webhooks.rotated}
          onDone={({ secret }) => {
            changed();
            onSecret(secret);
          }}
          onClose={close}
        >
          {t.webhooks.rotateNote}
        </ActionDialog>
      )}
      {asked === 'remove' && (
        <ActionDialog
          title={t.webhooks.remove}
          confirmLabel={t.webhooks.remove}
          isDangerous
          reason="none"
          act={() => endpointCalls.remove(endpoint.id)}
          doneMessage={t.webhooks.removed}
          onDone={changed}
          onClose={close}
        >
          {t.webhooks.removeNote}
        </ActionDialog>
      )}
    </Card>
  );
}
