/** Asks for the days whose events an endpoint receives again. */

import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DayField } from '../../components/day-field.tsx';
import { plusDays, startOfDay, today } from '../../format/days.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { endpointCalls, useEndpointsChanged } from './webhooks-api.ts';

interface ReplayDialogProps {
  readonly endpointId: number;
  readonly onClose: () => void;
}

export function ReplayDialog({ endpointId, onClose }: ReplayDialogProps) {
  const { t } = useWords();
  const changed = useEndpointsChanged();
  const zone = useSession().shop.time_zone;
  const lastDay = today(zone);
  const [from, setFrom] = useState(lastDay);
  const [to, setTo] = useState(lastDay);
  const [deliveredToo, setDeliveredToo] = useState(false);
  const replay = () => {
    const start = startOfDay(from || lastDay, zone);
    const end = startOfDay(plusDays(to || lastDay, 1), zone);
    return endpointCalls.replayRange(endpointId, start, end, deliveredToo);
  };
  return (
    <ActionDialog
      title={t.webhooks.replayRange}
      confirmLabel={t.webhooks.replay}
      reason="none"
      act={replay}
      doneMessage={({ events, more }) => (more ? t.webhooks.replayingMany : t.webhooks.replaying(events))}
      onDone={changed}
      onClose={onClose}
    >
      <Stack gap="md">
        {t.webhooks.replayNote(zone)}
        <Group grow align="flex-start">
          <DayField label={t.webhooks.fromDay} value={from} max={to} onChange={setFrom} />
          <DayField label={t.webhooks.toDay} value={to} min={from} max={lastDay} onChange={setTo} />
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
