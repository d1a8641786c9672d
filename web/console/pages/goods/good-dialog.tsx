/** The form that adds or edits a product. Prices are typed in major units. */

import { Alert, Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Good, Goods } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { amountText } from '../../format/amount-text.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { majorFromMinor, minorFromMajor } from '../../format/major-units.ts';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
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

/** The longest title and description that the service stores, in characters. */
const titleLengthMax = 64;
const summaryLengthMax = 200;

/** Counts as the service does: an emoji is one character. */
function lengthOf(text: string): number {
  return [...text.trim()].length;
}

/** @returns null while a field is empty, too long or not an amount, or the member price is above the price. */
function fieldsOf(draft: Draft, sort: number): GoodFields | null {
  const price = minorFromMajor(draft.price);
  const memberPrice = draft.memberPrice.trim() === '' ? null : minorFromMajor(draft.memberPrice);
  const isWrong = price === null || (memberPrice === null && draft.memberPrice.trim() !== '');
  if (isWrong || draft.title.trim() === '' || (memberPrice ?? 0) > price) return null;
  if (lengthOf(draft.title) > titleLengthMax || lengthOf(draft.summary) > summaryLengthMax) return null;
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
  const { t } = words();
  return text.trim() !== '' && minorFromMajor(text) === null ? t.goods.amountHint : null;
}

function memberPriceError({ price, memberPrice }: Draft): string | null {
  const { t } = words();
  const [full, member] = [minorFromMajor(price), minorFromMajor(memberPrice)];
  if (full !== null && member !== null && member > full) return t.errors.field.member_price_above_price();
  return amountError(memberPrice);
}

/** Says how long a text may be as soon as it nears the limit, and what is wrong as soon as it is longer. */
function lengthNotes(text: string, max: number, saved: string | null) {
  const { t } = words();
  const length = lengthOf(text);
  const error = length > max ? t.goods.tooLong(length, max) : saved;
  return {
    error,
    ...(length > max * 0.75 && length <= max ? { description: t.goods.lengthOf(length, max) } : {}),
  };
}

function PriceNote({ good, price, currency }: { good: Good; price: number; currency: string }) {
  const { t } = useWords();
  if (good.price === price) return null;
  return (
    <Alert color="info">
      {t.goods.priceChange(amountText(good.price, currency), amountText(price, currency))}
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
  const { t } = useWords();
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
          showSuccess(t.goods.saved(fields.title));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog size="lg" onClose={onClose} title={good === null ? t.goods.add : t.goods.editTitle(good.title)}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t.goods.title}
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            {...lengthNotes(draft.title, titleLengthMax, fieldErrorOf(save.error, 'title'))}
            required
            data-autofocus
          />
          <Textarea
            label={t.goods.summary}
            description={t.goods.summaryNote}
            value={draft.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
            {...lengthNotes(draft.summary, summaryLengthMax, fieldErrorOf(save.error, 'summary'))}
            autosize
          />
          <div className="form-row">
            <TextInput
              label={t.goods.priceIn(shop.currency)}
              value={draft.price}
              onChange={(event) => change({ price: event.currentTarget.value })}
              error={amountError(draft.price) ?? fieldErrorOf(save.error, 'price')}
              inputMode="decimal"
              required
            />
            <TextInput
              label={t.goods.memberPriceIn(shop.currency)}
              placeholder={t.goods.samePrice}
              value={draft.memberPrice}
              onChange={(event) => change({ memberPrice: event.currentTarget.value })}
              error={memberPriceError(draft) ?? fieldErrorOf(save.error, 'member_price')}
              inputMode="decimal"
            />
          </div>
          {good !== null && fields !== null && (
            <PriceNote good={good} price={fields.price} currency={shop.currency} />
          )}
          <NativeSelect
            label={t.common.type}
            value={draft.functName}
            onChange={(event) => change({ functName: event.currentTarget.value })}
            data={kinds.map(({ funct_name }) => ({
              value: funct_name,
              label: nameOf(t.names.goodKind, funct_name),
            }))}
          />
          <IconField value={draft.icon} onChange={(icon) => change({ icon })} />
          <Switch
            label={t.goods.active}
            checked={draft.isOnShelf}
            onChange={(event) => change({ isOnShelf: event.currentTarget.checked })}
          />
          <FormError error={save.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={fields === null}>
              {t.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
