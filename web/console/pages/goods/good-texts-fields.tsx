/** Title, summary and description of a product: its own texts, and the translation into each language. */

import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { useWords, words } from '../../texts/words.ts';
import {
  type DraftTexts,
  type GoodDraft,
  type TextsKey,
  textLength,
  textLengthsMax,
  textsKeys,
} from './good-draft.ts';

/**
 * Returns the notes below a text field: the limit of its length when the text is nearly that long, and an error when it
 * is longer.
 */
function lengthNotes(text: string, max: number, saved: string | null) {
  const { t } = words();
  const length = textLength(text);
  const error = length > max ? t.goods.tooLong(length, max) : saved;
  return {
    error,
    ...(length > max * 0.75 && length <= max ? { description: t.goods.lengthOf(length, max) } : {}),
  };
}

interface GoodTextsFieldsProps {
  readonly texts: GoodDraft['texts'];
  readonly shown: TextsKey;
  readonly onShow: (shown: TextsKey) => void;
  readonly onChange: (texts: GoodDraft['texts']) => void;
  readonly error: Error | null;
}

export function GoodTextsFields({ texts, shown, onShow, onChange, error }: GoodTextsFieldsProps) {
  const { t } = useWords();
  const { own } = texts;
  const change = (changed: Partial<DraftTexts>) =>
    onChange({ ...texts, [shown]: { ...texts[shown], ...changed } });
  const isOwn = shown === 'own';
  /** The text that customers read while the translation is empty. */
  const instead = (text: string) => (isOwn ? '' : goodText(text, shown));
  const notes = (name: keyof DraftTexts) =>
    lengthNotes(
      texts[shown][name],
      textLengthsMax[name],
      fieldErrorOf(error, isOwn ? name : `${name}_${shown}`),
    );
  return (
    <Stack gap="md">
      <Input.Wrapper
        label={t.goods.textsIn}
        description={isOwn ? t.goods.ownTextsNote : t.goods.translationNote}
        labelElement="div"
      >
        <SegmentedControl
          mt={6}
          fullWidth
          aria-label={t.goods.textsIn}
          value={shown}
          onChange={(value) => onShow(textsKeys.find((key) => key === value) ?? 'own')}
          data={textsKeys.map((key) => ({ value: key, label: t.goods.textsOf[key] }))}
        />
      </Input.Wrapper>
      <TextInput
        label={t.goods.title}
        value={texts[shown].title}
        placeholder={instead(own.title)}
        onChange={(event) => change({ title: event.currentTarget.value })}
        {...notes('title')}
        required={isOwn}
        data-autofocus
      />
      <Textarea
        label={t.goods.summary}
        description={t.goods.summaryNote}
        value={texts[shown].summary}
        placeholder={instead(own.summary)}
        onChange={(event) => change({ summary: event.currentTarget.value })}
        {...notes('summary')}
        autosize
      />
      <Textarea
        label={t.goods.description}
        description={t.goods.descriptionNote}
        value={texts[shown].description}
        placeholder={instead(own.description)}
        onChange={(event) => change({ description: event.currentTarget.value })}
        {...notes('description')}
        autosize
        minRows={3}
        maxRows={10}
      />
    </Stack>
  );
}
