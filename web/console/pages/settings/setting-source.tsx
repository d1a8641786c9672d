/** Below a setting: which rule its value comes from, who set it, and the way back to the default. */

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
  const { source, variable, fallback, changed_by: by, changed_at: at } = setting;
  if (isEdited) {
    return (
      <Text size="xs" c="busy">
        {t.settings.notSaved}
      </Text>
    );
  }
  if (source === 'environment') {
    return (
      <Text size="xs" c="dimmed">
        {t.settings.fromVariable(variable ?? '')}
      </Text>
    );
  }
  if (source === 'built_in') {
    return (
      <Text size="xs" c="dimmed">
        {variable === null ? t.settings.builtIn : t.settings.builtInOr(variable)}
      </Text>
    );
  }
  const fallbackText = typeof fallback === 'boolean' ? t.names.flag[`${fallback}`] : String(fallback);
  return (
    <Text size="xs" c="dimmed" component="div">
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
