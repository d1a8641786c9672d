/** Adds a good or changes one. Prices are typed in major units. */

import { Alert, Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Good, Goods } from '../../api/types.ts';
import { amountText } from '../../components/amount.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { errorWords, fieldErrorOf } from '../../format/error-text.ts';
import { majorFromMinor, minorFromMajor } from '../../format/major-units.ts';
import { notifyDone } from '../../components/toast.ts';
import { useSession } from '../../session/use-session.ts';
import { t, wordOf } from '../../texts/words.ts';
import { goodKindWords } from '../../texts/names-old.ts';
import { type GoodFields, useSaveGood } from './goods-api.ts';
import { IconField } from './icon-field.tsx';

interface Draft {
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: string;
  readonly memberPrice: string;
  readonly functName: string;
  readonly isOnShelf: boolean;
}

function draftOf(good: Good | null, kinds: Goods['kinds']): Draft {
  return {
    title: good?.title ?? '',
    summary: good?.summary ?? '',
    icon: good?.icon ?? '/icons/photokiosk.svg',
    price: good === null ? '' : majorFromMinor(good.price),
    memberPrice: good === null || good.member_price === null ? '' : majorFromMinor(good.member_price),
    functName: good?.funct_name ?? kinds[0]?.funct_name ?? '',
    isOnShelf: good?.on_shelf ?? true,
  };
}

/** Null where something typed is not an amount. */
function fieldsOf(draft: Draft, sort: number): GoodFields | null {
  const price = minorFromMajor(draft.price);
  const memberPrice = draft.memberPrice.trim() === '' ? null : minorFromMajor(draft.memberPrice);
  const isWrong = price === null || (memberPrice === null && draft.memberPrice.trim() !== '');
  if (isWrong || draft.title.trim() === '') return null;
  return {
    title: draft.title.trim(),
    summary: draft.summary.trim(),
    icon: draft.icon,
    price,
    member_price: memberPrice,
    sort,
    funct_name: draft.functName,
    on_shelf: draft.isOnShelf,
  };
}

function amountError(text: string): string | null {
  return text.trim() !== '' && minorFromMajor(text) === null ? t('An amount such as 12.50') : null;
}

function PriceNote({ good, price, currency }: { good: Good; price: number; currency: string }) {
  if (good.price === price) return null;
  return (
    <Alert color="blue">
      {t('New orders cost {after} instead of {before}. Orders that exist keep their price.', {
        before: amountText(good.price, currency),
        after: amountText(price, currency),
      })}
    </Alert>
  );
}

interface GoodDialogProps {
  readonly good: Good | null;
  readonly kinds: Goods['kinds'];
  readonly nextSort: number;
  readonly onClose: () => void;
}

export function GoodDialog({ good, kinds, nextSort, onClose }: GoodDialogProps) {
  const { shop } = useSession();
  const [draft, setDraft] = useState(() => draftOf(good, kinds));
  const save = useSaveGood();
  const fields = fieldsOf(draft, good?.sort ?? nextSort);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields === null || save.isPending) return;
    save.mutate(
      { seen: good, fields },
      {
        onSuccess: () => {
          notifyDone(t('“{title}” is saved.', { title: fields.title }));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={good === null ? t('Add a good') : t('Edit “{title}”', { title: good.title })}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('Title')}
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={fieldErrorOf(save.error, 'title')}
            maxLength={64}
            required
            data-autofocus
          />
          <Textarea
            label={t('Summary')}
            description={t('One line below the title.')}
            value={draft.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
            error={fieldErrorOf(save.error, 'summary')}
            maxLength={200}
            autosize
          />
          <div className="form-row">
            <TextInput
              label={t('Price ({currency})', { currency: shop.currency })}
              value={draft.price}
              onChange={(event) => change({ price: event.currentTarget.value })}
              error={amountError(draft.price) ?? fieldErrorOf(save.error, 'price')}
              inputMode="decimal"
              required
            />
            <TextInput
              label={t('Price for members ({currency})', { currency: shop.currency })}
              placeholder={t('The same')}
              value={draft.memberPrice}
              onChange={(event) => change({ memberPrice: event.currentTarget.value })}
              error={amountError(draft.memberPrice) ?? fieldErrorOf(save.error, 'member_price')}
              inputMode="decimal"
            />
          </div>
          {good !== null && fields !== null && (
            <PriceNote good={good} price={fields.price} currency={shop.currency} />
          )}
          <NativeSelect
            label={t('Kind of work')}
            value={draft.functName}
            onChange={(event) => change({ functName: event.currentTarget.value })}
            data={kinds.map(({ funct_name }) => ({
              value: funct_name,
              label: wordOf(goodKindWords, funct_name),
            }))}
          />
          <IconField value={draft.icon} onChange={(icon) => change({ icon })} />
          <Switch
            label={t('On sale')}
            checked={draft.isOnShelf}
            onChange={(event) => change({ isOnShelf: event.currentTarget.checked })}
          />
          {save.isError && (
            <Alert color="red" role="alert">
              {errorWords(save.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('Leave it')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={fields === null}>
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
