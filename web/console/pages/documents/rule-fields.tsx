/** The fields of a rule's form. Each field has the path of its value in the rule. */

import { MultiSelect, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../texts/words.ts';
import { bandNames, listOf, type RuleDraft } from './rule-draft.ts';

interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly isNew: boolean;
  /** The path of the field that is marked as wrong; null: no field. */
  readonly wrongField: string | null;
  readonly onChange: (path: string, value: string) => void;
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export function RuleFields({ draft, isNew, wrongField, onChange }: RuleFieldsProps) {
  const { t } = useWords();
  const words = t.documents;
  const text = (path: string, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={draft[path] ?? ''}
      error={path === wrongField}
      maxLength={600}
      onChange={({ currentTarget }) => onChange(path, currentTarget.value)}
      {...more}
    />
  );
  const number = (path: string, label: string) => text(path, label, { inputMode: 'decimal', maxLength: 8 });
  const choice = (path: string, label: string, names: Readonly<Record<string, string>>) => (
    <NativeSelect
      label={label}
      value={draft[path] ?? ''}
      error={path === wrongField}
      data={optionsOf(names)}
      onChange={({ currentTarget }) => onChange(path, currentTarget.value)}
    />
  );
  const colours = (path: string, label: string) => (
    <MultiSelect
      label={label}
      error={path === wrongField}
      value={[...listOf(draft, path)]}
      data={optionsOf(words.background)}
      onChange={(names) => onChange(path, names.join(','))}
    />
  );
  const sentence = (path: string, label: string) => (
    <Textarea
      label={label}
      value={draft[path] ?? ''}
      error={path === wrongField}
      maxLength={600}
      autosize
      minRows={2}
      onChange={({ currentTarget }) => onChange(path, currentTarget.value)}
    />
  );
  return (
    <Stack gap="md">
      <div className="form-row">
        {text('id', words.id, { disabled: !isNew, description: isNew ? words.idNote : undefined })}
        {text('country', words.country, { maxLength: 2 })}
      </div>
      <div className="form-row">
        {text('names.en', words.nameEn)}
        {text('names.zh', words.nameZh)}
      </div>
      <div className="form-row">
        {number('size.widthMm', words.widthMm)}
        {number('size.heightMm', words.heightMm)}
      </div>
      <div className="form-row">
        {number('size.widthPx', words.widthPx)}
        {number('size.heightPx', words.heightPx)}
        {number('size.dpi', words.dpi)}
      </div>
      {bandNames.map((name) => (
        <div key={name} className="form-row">
          {choice(`${name}.unit`, words[name], words.unit)}
          {(draft[`${name}.unit`] ?? '') !== '' && number(`${name}.min`, words.min)}
          {(draft[`${name}.unit`] ?? '') !== '' && number(`${name}.max`, words.max)}
        </div>
      ))}
      {(draft['head.unit'] ?? '') !== '' && choice('head.measured', words.headMeasured, words.measured)}
      {colours('backgrounds', words.backgrounds)}
      {colours('refusedBackgrounds', words.refusedBackgrounds)}
      {choice('alteration', words.alteration, words.alterations)}
      <div className="form-row">
        {number('fileSize.minKb', words.minKb)}
        {number('fileSize.maxKb', words.maxKb)}
      </div>
      <div className="form-row">
        {number('photoAgeMonths', words.photoAgeMonths)}
        {number('copies', words.copies)}
        {choice('glasses', words.glasses, words.glassesRules)}
      </div>
      {sentence('sentence.en', words.sentenceEn)}
      {sentence('sentence.zh', words.sentenceZh)}
      {choice('source.standing', words.standing, { official: words.official, customary: words.customary })}
      {text('source.title', words.sourceTitle)}
      <div className="form-row">
        {text('source.url', words.sourceUrl)}
        {text('source.read', words.sourceRead, { maxLength: 10 })}
      </div>
      {sentence('conflict', words.conflict)}
    </Stack>
  );
}
