/** A line at the top while the sandbox takes the payments, so that nobody believes that real money moves. */

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
