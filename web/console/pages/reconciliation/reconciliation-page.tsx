/** The bills of the payment providers, compared with the shop's records each day, and their differences. */

import { Page } from '../../layout/page.tsx';
import { useWords } from '../../texts/words.ts';
import { BillsCard } from './bills-card.tsx';
import { DifferencesCard } from './differences-card.tsx';

export function ReconciliationPage() {
  const { t } = useWords();
  return (
    <Page title={t.layout.pages.reconciliation} lead={t.reconciliation.lead}>
      <DifferencesCard />
      <BillsCard />
    </Page>
  );
}
