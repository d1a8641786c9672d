/** A line at the top of the page while the shop takes no orders. */

import { useWords } from '../texts/words.ts';
import type { Shop } from './use-shop.ts';

export function ClosedBanner({ config }: Pick<Shop, 'config'>) {
  const { t } = useWords();
  if (config.orders_open) return null;
  return (
    <aside className="banner" aria-label={t.closed}>
      <p>{config.closed_note === '' ? t.closed : config.closed_note}</p>
    </aside>
  );
}
