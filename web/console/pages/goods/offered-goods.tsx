/** Products that the service can sell and the shop does not have yet, each with a button that adds and activates it. */

import { Button, Group, Text } from '@mantine/core';
import { textsIn } from '../../../../src/domain/goods/good-text.ts';
import { Amount } from '../../components/amount.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { Card } from '../../layout/card.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { type GoodFields, useSaveGood } from './goods-api.ts';
import { iconAddress } from './icon-address.ts';

function OfferedGood({ fields }: { readonly fields: GoodFields }) {
  const { t, language } = useWords();
  const { shop } = useSession();
  const save = useSaveGood();
  const { title, summary } = textsIn({ ...fields, translations: {} }, language);
  const sell = () =>
    save.mutate(
      { seen: null, fields },
      { onSuccess: () => showSuccess(t.goods.nowActive(title)), onError: showError },
    );
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap">
        <img className="good-icon" src={iconAddress(fields.icon)} alt="" width="40" height="40" />
        <div>
          <Text size="sm" fw={600}>
            {title} · <Amount minor={fields.price} currency={shop.currency} />
          </Text>
          <Text size="xs" c="dimmed">
            {summary}
          </Text>
        </div>
      </Group>
      <Button size="xs" onClick={sell} loading={save.isPending} aria-label={`${t.goods.sell}: ${title}`}>
        {t.goods.sell}
      </Button>
    </Group>
  );
}

export function OfferedGoods({ offered }: { readonly offered: readonly GoodFields[] }) {
  const { t } = useWords();
  if (offered.length === 0) return null;
  return (
    <Card title={t.goods.offered} note={t.goods.offeredNote}>
      {offered.map((fields) => (
        <OfferedGood key={fields.funct_name} fields={fields} />
      ))}
    </Card>
  );
}
