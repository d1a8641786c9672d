/** Says when the service cannot be reached; silent else. */

import { useSyncExternalStore } from 'react';
import { reachability } from '../api/reachability.ts';
import { useWords } from '../texts/words.ts';

export function ReachBanner() {
  const { t } = useWords();
  const reach = useSyncExternalStore(reachability.subscribe, reachability.get);
  return (
    <div className="banner" role="status">
      {reach !== 'ok' && <p>{reach === 'offline' ? t.offline : t.unreachable}</p>}
    </div>
  );
}
