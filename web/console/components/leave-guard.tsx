/**
 * Asks before the operator leaves a page with unsaved changes. It also asks before the browser closes or reloads the
 * page, in the words of the browser.
 */

import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useWords } from '../texts/words.ts';
import { registerLeaveDialog } from './confirm-leave.ts';
import { Dialog } from './dialog.tsx';
import { useHasUnsaved } from './unsaved-changes.ts';

export function LeaveGuard() {
  return useHasUnsaved() ? <Guard /> : null;
}

function Guard() {
  const { t } = useWords();
  const [act, setAct] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => registerLeaveDialog((wanted) => setAct(() => wanted)), []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const isBlocked = blocker.state === 'blocked';
  if (!isBlocked && act === null) return null;
  const stay = () => {
    setAct(null);
    if (isBlocked) blocker.reset();
  };
  const leave = () => {
    setAct(null);
    act?.();
    if (isBlocked) blocker.proceed();
  };
  return (
    <Dialog title={t.common.leaveTitle} onClose={stay} isOnTop>
      <Stack gap="md">
        <Text size="sm">{t.common.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={stay}>
            {t.common.stay}
          </Button>
          <Button color="bad" onClick={leave}>
            {t.common.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
