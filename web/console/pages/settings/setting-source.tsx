/** The line below a setting: where its value comes from, who set it, and a button that restores the default. */

import { Anchor, Text } from '@mantine/core';
import { DateTime } from '../../components/date-time.tsx';
import { useWords } from '../../texts/words.ts';
import type { Setting } from './settings-api.ts';

interface SettingSourceProps {
  readonly setting: Setting;
  /** Whether the form has a value that is not saved. */
  readonly isEdited: boolean;
  /** Null: the operator may not change settings. */
  readonly onReset: (() => void) | null;
}

export function SettingSource({ setting, isEdited, onReset }: SettingSourceProps) {
  const { t } = useWords();
  const { source, value, variable, fallback, changed_by: by, changed_at: at } = setting;
  if (isEdited) {
    return (
      <Text size="xs" mt={4} fw={600}>
        {t.settings.notSaved}
      </Text>
    );
  }
  if (source === 'environment') {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {t.settings.fromVariable(variable ?? '')}
      </Text>
    );
  }
  if (source === 'built_in') {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {variable !== null && t.settings.builtInOr(variable)}
        {variable === null && (value === '' ? t.settings.notSet : t.settings.builtIn)}
      </Text>
    );
  }
  const sourceTypes: Readonly<Record<string, string>> = t.settings.sourceTypes;
  const fallbackText =
    typeof fallback === 'boolean'
      ? t.names.flag[`${fallback}`]
      : (sourceTypes[String(fallback)] ?? String(fallback));
  return (
    <Text size="xs" c="dimmed" mt={4} component="div">
      {t.settings.setBy(by ?? '')} {at !== null && <DateTime at={at} />}
      {onReset !== null && (
        <>
          {' · '}
          <Anchor component="button" type="button" size="xs" onClick={onReset}>
            {fallbackText === '' ? t.settings.toDefault : t.settings.toDefaultOf(fallbackText)}
          </Anchor>
        </>
      )}
    </Text>
  );
}
