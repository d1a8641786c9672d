/** Asks for the days whose events an endpoint receives again. */

import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DayField } from '../../components/day-field.tsx';
import { useWords } from '../../texts/words.ts';
import { endpointCalls, useEndpointsChanged } from './webhooks-api.ts';

const dayMs = 24 * 60 * 60_000;

/** The day of a time in the browser's time zone, as `YYYY-MM-DD`. */
function dayOf(time: number): string {
  const date = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 10);
}

/** The start of a day in the browser's time zone. */
function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

interface ReplayDialogProps {
  readonly endpointId: number;
  readonly onClose: () => void;
}

export function ReplayDialog({ endpointId, onClose }: ReplayDialogProps) {
  const { t } = useWords();
  const changed = useEndpointsChanged();
  const today = dayOf(Date.now());
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [deliveredToo, setDeliveredToo] = useState(false);
  const replay = () => {
    const start = new Date(startOf(from || today)).toISOString();
    // A day can have 23 or 25 hours, so take the start of the next day and not 24 hours later.
    const end = new Date(startOf(dayOf(startOf(to || today) + 1.5 * dayMs))).toISOString();
    return endpointCalls.replayRange(endpointId, start, end, deliveredToo);
  };
  return (
    <ActionDialog
      title={t.webhooks.replayRange}
      confirmLabel={t.webhooks.replay}
      reason="none"
      act={replay}
      doneMessage={({ events }) => t.webhooks.replaying(events)}
      onDone={changed}
      onClose={onClose}
    >
      <Stack gap="md">
        {t.webhooks.replayNote}
        <Group grow align="flex-start">
          <DayField label={t.webhooks.fromDay} value={from} max={to} onChange={setFrom} />
          <DayField label={t.webhooks.toDay} value={to} min={from} max={today} onChange={setTo} />
        </Group>
        <Checkbox
          label={t.webhooks.deliveredToo}
          checked={deliveredToo}
          onChange={(event) => setDeliveredToo(event.currentTarget.checked)}
        />
      </Stack>
    </ActionDialog>
  );
}
