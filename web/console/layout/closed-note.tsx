/** The note above every page while the shop takes no orders, because a closed shop earns nothing. */

import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useSettings } from '../pages/settings/settings-api.ts';
import { useMay } from '../session/use-session.ts';
import { useWords } from '../texts/words.ts';

export function ClosedNote() {
  const { t } = useWords();
  const settings = useSettings(useMay()('settings_see'));
  const isClosed = settings.data?.settings.some(
    ({ name, value }) => name === 'orders_open' && value === false,
  );
  if (isClosed !== true) return null;
  return (
    <Alert color="busy" mb="md">
      {t.layout.closed}{' '}
      <Anchor component={Link} to="/settings" size="sm" c="inherit" underline="always">
        {t.layout.pages.settings}
      </Anchor>
    </Alert>
  );
}
