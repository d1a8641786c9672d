/** Text that a job or a payment provider stored. It is shown as it is, in whatever language it has. */

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
