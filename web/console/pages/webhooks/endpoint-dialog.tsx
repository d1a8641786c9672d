/** Adds an endpoint or changes its address and events. The secret of a new endpoint is shown once. */

import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { endpointCalls, useEndpointsChanged } from './webhooks-api.ts';

interface EndpointDialogProps {
  /** Null: a new endpoint. */
  readonly endpoint: WebhookEndpoint | null;
  readonly eventTypes: readonly string[];
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

export function EndpointDialog({ endpoint: newest, eventTypes, onSecret, onClose }: EndpointDialogProps) {
  const { t } = useWords();
  const changed = useEndpointsChanged();
  // The endpoint that filled the form. The page reads the endpoints again while the dialog is open, and the service
  // must see that another operator changed the endpoint meanwhile.
  const [endpoint] = useState(newest);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [isEvery, setIsEvery] = useState((endpoint?.events.length ?? 0) === 0);
  const [events, setEvents] = useState<string[]>([...(endpoint?.events ?? [])]);
  const save = useMutation({
    mutationFn: async () => {
      const target = { url: url.trim(), events: isEvery ? [] : events };
      if (endpoint !== null) {
        await endpointCalls.change(endpoint.id, endpoint.version, target);
        return null;
      }
      return (await endpointCalls.add(target)).secret;
    },
    onSuccess: (secret) => {
      changed();
      showSuccess(t.webhooks.saved);
      onClose();
      if (secret !== null) onSecret(secret);
    },
  });
  const isRight = url.trim() !== '' && (isEvery || events.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !save.isPending) save.mutate();
  };
  return (
    <Dialog
      onClose={onClose}
      isBusy={save.isPending}
      title={endpoint === null ? t.webhooks.add : t.webhooks.endpoint}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t.webhooks.address}
            description={t.webhooks.addressNote}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={fieldErrorOf(save.error, 'url')}
            maxLength={500}
            inputMode="url"
            autoComplete="off"
            data-autofocus
          />
          <Radio.Group
            label={t.webhooks.events}
            value={isEvery ? 'all' : 'some'}
            onChange={(value) => setIsEvery(value === 'all')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={t.webhooks.everyEvent} />
              <Radio value="some" label={t.webhooks.onlyChosen} />
            </Stack>
          </Radio.Group>
          {!isEvery && (
            <Checkbox.Group value={events} onChange={setEvents} aria-label={t.webhooks.onlyChosen}>
              <Stack gap="xs" pl="lg">
                {eventTypes.map((type) => (
                  <Checkbox
                    key={type}
                    value={type}
                    label={nameOf(t.webhooks.eventName, type)}
                    description={type}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <FormError error={save.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" disabled={!isRight} loading={save.isPending}>
              {t.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
