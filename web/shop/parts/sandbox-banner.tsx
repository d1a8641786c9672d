/** A line at the top of the page that says that the sandbox takes the payments and no real money moves. */

import { useWords } from '../texts/words.ts';
import type { Shop } from './use-shop.ts';

export function SandboxBanner({ config }: Pick<Shop, 'config'>) {
  const { t } = useWords();
  if (!config.providers.some(({ name }) => name === 'sandbox')) return null;
  return (
    <aside className="banner">
      <p>{t.sandbox}</p>
    </aside>
  );
}
