/** The conditions of the orders page. */

import { Button, NativeSelect, Paper, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../texts/t.ts';
import { dealWords, statusWords } from '../../texts/words.ts';
import { useGoods } from '../goods/goods-api.ts';
import { type FilterName, filterNames } from './order-filters.ts';

type Filters = Readonly<Record<FilterName, string>>;

interface OrderSearchProps {
  readonly filters: Filters;
  readonly onChange: (search: Record<string, string>) => void;
}

function filled(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    filterNames.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]),
  );
}

function options(words: Readonly<Record<string, string>>) {
  return [
    { value: '', label: t('Any') },
    ...Object.entries(words).map(([value, label]) => ({ value, label: t(label) })),
  ];
}

/** Typed text waits a moment before it is looked for. */
const typingPauseMs = 300;

export function OrderSearch({ filters, onChange }: OrderSearchProps) {
  const goods = useGoods();
  const [typed, setTyped] = useState({ order_no: filters.order_no, user_id: filters.user_id });
  // The address can change without the field: back, forward, a link.
  useEffect(() => {
    setTyped({ order_no: filters.order_no, user_id: filters.user_id });
  }, [filters.order_no, filters.user_id]);
  const later = useDebouncedCallback((name: FilterName, value: string) => {
    onChange(filled({ ...filters, [name]: value.trim() }));
  }, typingPauseMs);
  const type = (name: 'order_no' | 'user_id', value: string) => {
    setTyped({ ...typed, [name]: value });
    later(name, value);
  };
  const choose = (name: FilterName) => (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(filled({ ...filters, [name]: event.currentTarget.value }));
  const isShort = typed.order_no !== '' && typed.order_no.trim().length < 6;
  return (
    <Paper withBorder radius="md" p="md" component="search">
      <div className="search-fields">
        <TextInput
          className="search-number"
          label={t('Order number')}
          placeholder={t('All of it, or its beginning')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed.order_no}
          onChange={(event) => type('order_no', event.currentTarget.value)}
          error={isShort ? t('At least 6 characters') : null}
          spellCheck={false}
          maxLength={28}
        />
        <TextInput
          label={t('User number')}
          value={typed.user_id}
          inputMode="numeric"
          onChange={(event) => type('user_id', event.currentTarget.value.replace(/\D/g, ''))}
          maxLength={15}
        />
        <NativeSelect
          label={t('Payment')}
          data={options(statusWords)}
          value={filters.status}
          onChange={choose('status')}
        />
        <NativeSelect
          label={t('Work')}
          data={options(dealWords)}
          value={filters.deal_status}
          onChange={choose('deal_status')}
        />
        <NativeSelect
          label={t('Good')}
          value={filters.goods_id}
          onChange={choose('goods_id')}
          data={[
            { value: '', label: t('Any') },
            ...(goods.data?.goods ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
        <TextInput
          type="date"
          label={t('From day')}
          value={filters.from}
          max={filters.to}
          onChange={choose('from')}
        />
        <TextInput
          type="date"
          label={t('To day')}
          value={filters.to}
          min={filters.from}
          onChange={choose('to')}
        />
        <Button
          className="search-clear"
          variant="default"
          disabled={Object.keys(filled(filters)).length === 0}
          onClick={() => onChange({})}
        >
          {t('Clear')}
        </Button>
      </div>
    </Paper>
  );
}
