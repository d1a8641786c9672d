/** The form that adds or edits a product. Prices are typed in major units. */

import { Alert, Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Good, Goods } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { amountText } from '../../format/amount-text.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { minorFromMajor } from '../../format/major-units.ts';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { draftOf, fieldsOfDraft, type GoodDraft, type TextsKey, tooLongIn } from './good-draft.ts';
import { GoodPreview } from './good-preview.tsx';
import { GoodTextsFields } from './good-texts-fields.tsx';
import { goodUploads, useSaveGood } from './goods-api.ts';
import { IconField } from './icon-field.tsx';
import { PictureField } from './picture-field.tsx';

function amountError(text: string): string | null {
  const { t } = words();
  return text.trim() !== '' && minorFromMajor(text) === null ? t.goods.amountHint : null;
}

function memberPriceError({ price, memberPrice }: GoodDraft): string | null {
  const { t } = words();
  const [full, member] = [minorFromMajor(price), minorFromMajor(memberPrice)];
  if (full !== null && member !== null && member > full) return t.errors.field.member_price_above_price();
  return amountError(memberPrice);
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
  const isUploading = useIsMutating({ mutationKey: goodUploads }) > 0;
  const [shown, setShown] = useState<TextsKey>('own');
  const fields = fieldsOfDraft(draft, good?.sort ?? nextSort);
  const tooLong = tooLongIn(draft);
  const change = (changed: Partial<GoodDraft>) => setDraft({ ...draft, ...changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields === null || save.isPending || isUploading) return;
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
    <Dialog
      size="lg"
      onClose={onClose}
      isBusy={save.isPending}
      title={good === null ? t.goods.add : t.goods.editTitle(good.title)}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <GoodTextsFields
            texts={draft.texts}
            shown={shown}
            onShow={setShown}
            onChange={(texts) => change({ texts })}
            error={save.error}
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
          <PictureField value={draft.picture} onChange={(picture) => change({ picture })} />
          <GoodPreview draft={draft} shown={shown} />
          <Switch
            label={t.goods.active}
            checked={draft.isOnShelf}
            onChange={(event) => change({ isOnShelf: event.currentTarget.checked })}
          />
          {tooLong !== null && tooLong !== shown && (
            <Alert color="bad">{t.goods.tooLongIn(t.goods.textsOf[tooLong])}</Alert>
          )}
          <FormError error={save.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" loading={save.isPending} disabled={fields === null || isUploading}>
              {t.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
