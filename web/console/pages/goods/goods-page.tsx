/** All products: their order, prices and whether they are active. */

import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Good } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { Page } from '../../layout/page.tsx';
import { useMay, useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { GoodDialog } from './good-dialog.tsx';
import { useGoods, useReorder, useSetActive } from './goods-api.ts';
import { iconAddress } from './icon-address.ts';
import { missingGoods } from './missing-goods.ts';
import { OfferedGoods } from './offered-goods.tsx';
import { shownTexts } from './shown-texts.ts';

function moved(goods: readonly Good[], good: Good, by: -1 | 1): readonly Good[] {
  const from = goods.indexOf(good);
  const others = goods.filter((other) => other !== good);
  return [...others.slice(0, from + by), good, ...others.slice(from + by)];
}

function GoodName({ good }: { readonly good: Good }) {
  const { language } = useWords();
  const { title, summary } = shownTexts(good, language);
  return (
    <Group gap="sm" wrap="nowrap">
      <img className="good-icon" src={iconAddress(good.icon)} alt="" width="40" height="40" loading="lazy" />
      <div className="untrusted-text">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {summary}
        </Text>
      </div>
    </Group>
  );
}

function Prices({ good }: { readonly good: Good }) {
  const { t } = useWords();
  const { shop } = useSession();
  return (
    <div className="good-prices">
      <Amount minor={good.price} currency={shop.currency} />
      {good.member_price !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t.goods.members} <Amount minor={good.member_price} currency={shop.currency} />
        </Text>
      )}
    </div>
  );
}

function Controls({ good, goods, onEdit }: { good: Good; goods: readonly Good[]; onEdit: () => void }) {
  const { t, language } = useWords();
  const reorder = useReorder();
  const pressed = useRef<HTMLButtonElement>(null);
  const index = goods.indexOf(good);
  // The browser drops the focus when React moves the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row has moved
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [index]);
  const arrow = (by: -1 | 1, label: string, isLast: boolean) => {
    // A disabled button loses the focus, so this one only looks disabled.
    const isOff = isLast || reorder.isPending;
    return (
      <ActionIcon
        variant="subtle"
        color="quiet"
        aria-label={`${label}: ${shownTexts(good, language).title}`}
        title={label}
        aria-disabled={isOff}
        data-disabled={isOff}
        onClick={({ currentTarget }) => {
          if (isOff) return;
          pressed.current = currentTarget;
          reorder.mutate(moved(goods, good, by), { onError: showError });
        }}
      >
        {by < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
      </ActionIcon>
    );
  };
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {arrow(-1, t.goods.moveUp, index === 0)}
      {arrow(1, t.goods.moveDown, index === goods.length - 1)}
      <Button size="xs" variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
        {t.common.edit}
      </Button>
    </Group>
  );
}

function ShelfSwitch({ good, isFixed }: { readonly good: Good; readonly isFixed: boolean }) {
  const { t, language } = useWords();
  const { title } = shownTexts(good, language);
  const shelve = useSetActive();
  const change = (onShelf: boolean) => {
    if (shelve.isPending) return;
    shelve.mutate(
      { id: good.id, onShelf },
      {
        onSuccess: () => showSuccess(onShelf ? t.goods.nowActive(title) : t.goods.nowInactive(title)),
        onError: showError,
      },
    );
  };
  return (
    <Switch
      label={good.on_shelf ? t.goods.active : t.goods.inactive}
      checked={shelve.isPending ? shelve.variables.onShelf : good.on_shelf}
      disabled={isFixed}
      onChange={(event) => change(event.currentTarget.checked)}
      size="sm"
    />
  );
}

export function GoodsPage() {
  const { t } = useWords();
  const query = useGoods();
  const mayChange = useMay()('goods_change');
  const [edited, setEdited] = useState<Good | 'new' | null>(null);
  const goods = query.data?.goods ?? [];
  const controls = (good: Good) =>
    mayChange && <Controls good={good} goods={goods} onEdit={() => setEdited(good)} />;
  const columns: DataTableColumn<Good>[] = [
    { accessor: 'title', title: t.common.product, render: (good) => <GoodName good={good} /> },
    {
      accessor: 'funct_name',
      title: t.common.type,
      render: (good) => nameOf(t.names.goodKind, good.funct_name),
    },
    {
      accessor: 'price',
      title: t.common.price,
      textAlign: 'right',
      noWrap: true,
      render: (good) => <Prices good={good} />,
    },
    {
      accessor: 'on_shelf',
      title: t.common.status,
      noWrap: true,
      render: (good) => <ShelfSwitch good={good} isFixed={!mayChange} />,
    },
    { accessor: 'controls', title: '', width: 180, render: controls, hidden: !mayChange },
  ];
  return (
    <Page
      title={t.layout.pages.goods}
      lead={t.goods.lead}
      actions={
        mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            // The dialog needs the response of the list, which contains the types of product that the dialog
            // offers.
            disabled={query.data === undefined}
            onClick={() => setEdited('new')}
          >
            {t.goods.add}
          </Button>
        )
      }
    >
      <DataGrid
        label={t.layout.pages.goods}
        records={query.data?.goods}
        columns={columns}
        idOf={({ id }) => id}
        empty={t.goods.none}
        error={query.error}
        onRetry={() => void query.refetch()}
        phone={(good) => (
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <GoodName good={good} />
              <Prices good={good} />
            </Group>
            <Group justify="space-between" wrap="nowrap">
              <ShelfSwitch good={good} isFixed={!mayChange} />
              {controls(good)}
            </Group>
          </Stack>
        )}
      />
      {mayChange && query.data !== undefined && <OfferedGoods offered={missingGoods(query.data)} />}
      {edited !== null && (
        <GoodDialog
          good={edited === 'new' ? null : edited}
          kinds={query.data?.kinds ?? []}
          nextSort={goods.reduce((highest, { sort }) => Math.max(highest, sort), 0) + 10}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
