/** The field of one setting, by the setting's kind. */

import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { sourceTypeChoices } from '../../../../src/domain/goods/ai-label.ts';
import {
  type SettingDefinition,
  type SettingName,
  type SettingValue,
  settingDefinitions,
} from '../../../../src/domain/shop-settings.ts';
import { useWords } from '../../texts/words.ts';
import { AccentField } from './accent-field.tsx';
import { LogoField } from './logo-field.tsx';

interface SettingFieldProps {
  readonly name: SettingName;
  readonly value: SettingValue;
  readonly disabled: boolean;
  readonly error: string | null;
  readonly onChange: (value: SettingValue) => void;
}

export function SettingField({ name, value, disabled, error, onChange }: SettingFieldProps) {
  const { t } = useWords();
  const definition: SettingDefinition = settingDefinitions[name];
  const label = t.names.auditField[name];
  const notes: Readonly<Partial<Record<SettingName, string>>> = t.settings.notes;
  const description = notes[name];
  const common = { label, disabled, error, ...(description === undefined ? {} : { description }) };
  const text = String(value);
  switch (definition.kind) {
    case 'flag':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'integer':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          // An emptied field stays empty, so that the next digits are not appended to a zero.
          onChange={(entered) => onChange(entered === '' ? '' : Math.round(Number(entered)))}
          required
          withAsterisk={false}
          min={definition.min}
          max={definition.max}
          clampBehavior="blur"
          allowDecimal={false}
          allowNegative={false}
        />
      );
    case 'source_type':
      return (
        <Select
          {...common}
          value={text}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
          data={sourceTypeChoices.map((choice) => ({ value: choice, label: t.settings.sourceTypes[choice] }))}
          allowDeselect={false}
        />
      );
    case 'colour':
      return <AccentField label={label} {...{ value: text, disabled, error, onChange }} />;
    case 'image':
      return <LogoField label={label} {...{ value: text, disabled, error, onChange }} />;
    case 'lines':
      return (
        <Textarea
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={definition.lengthMax}
          autosize
          minRows={2}
        />
      );
    case 'line':
    case 'url':
      return (
        <TextInput
          {...common}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(definition.kind === 'line'
            ? { maxLength: definition.lengthMax }
            : { inputMode: 'url', placeholder: 'https://' })}
        />
      );
  }
}
