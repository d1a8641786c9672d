/** An error text that a job or a payment provider stored. It has no code, so the page shows it untranslated. */

import { Text } from '@mantine/core';
import { useWords } from '../texts/words.ts';

export function TechnicalDetail({ text }: { readonly text: string }) {
  const { t } = useWords();
  return (
    <Text size="xs" className="error-text">
      <span className="detail-label">{t.common.technicalDetail}</span> {text}
    </Text>
  );
}
