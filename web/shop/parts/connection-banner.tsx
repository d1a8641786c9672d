/** A line at the top while the service cannot be reached. */

import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';
import { useWords } from '../texts/words.ts';

export function ConnectionBanner() {
  const { t } = useWords();
  const reach = useSyncExternalStore(connection.subscribe, connection.get);
  return (
    <div className="banner" role="status">
      {reach !== 'ok' && <p>{reach === 'offline' ? t.offline : t.unreachable}</p>}
    </div>
  );
}
