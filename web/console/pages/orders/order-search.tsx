/** The filters of the orders page. */

import { Button, NativeSelect, Paper, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import { DayField } from '../../components/day-field.tsx';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { useWords } from '../../texts/words.ts';
import { useGoods } from '../goods/goods-api.ts';
import { type FilterName, filterNames, isSearchable } from './order-filters.ts';

type Filters = Readonly<Record<FilterName, string>>;

interface OrderSearchProps {
  readonly filters: Filters;
  readonly onChange: (search: Record<string, string>) => void;
}

function filled(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    filterNames.map((name) => [name, filters[name].trim()]).filter(([, value]) => value !== ''),
  );
}

function options(names: Readonly<Record<string, string>>, anyLabel: string) {
  return [
    { value: '', label: anyLabel },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
}

/** The choice of the field “Payment” that is a state of the refund, not of the order. */
const failedRefund = 'refund_failed';

export function OrderSearch({ filters, onChange }: OrderSearchProps) {
  const { t, language } = useWords();
  const goods = useGoods();
  const { order_no, user_id } = filters;
  const { texts, type, takePending, reset } = useSearchText({ order_no, user_id }, (now) =>
    onChange(filled({ ...filters, ...now })),
  );
  const change = (name: FilterName, value: string) =>
    onChange(filled({ ...filters, ...takePending(), [name]: value }));
  const choosePayment = (value: string) => {
    const isFailed = value === failedRefund;
    const chosen = { status: isFailed ? '' : value, refund_state: isFailed ? 'failed' : '' };
    onChange(filled({ ...filters, ...takePending(), ...chosen }));
  };
  const choose = (name: FilterName) => (event: { readonly currentTarget: { readonly value: string } }) =>
    change(name, event.currentTarget.value);
  const isShort = texts.order_no.trim() !== '' && !isSearchable(texts.order_no.trim());
  return (
    <Paper withBorder radius="md" p="md" component="search">
      <div className="search-fields">
        <TextInput
          className="search-number"
          label={t.orders.orderNumber}
          placeholder={t.orders.numberHint}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={texts.order_no}
          onChange={(event) => type({ order_no: event.currentTarget.value })}
          error={isShort ? t.orders.numberTooShort : null}
          spellCheck={false}
          maxLength={28}
        />
        <TextInput
          label={t.orders.customerNumber}
          value={texts.user_id}
          inputMode="numeric"
          onChange={(event) => type({ user_id: event.currentTarget.value.replace(/\D/g, '') })}
          maxLength={15}
        />
        <NativeSelect
          label={t.orders.payment}
          data={options(
            { ...t.names.orderStatus, [failedRefund]: t.names.orderState.refund_stuck },
            t.common.any,
          )}
          value={filters.refund_state === 'failed' ? failedRefund : filters.status}
          onChange={(event) => choosePayment(event.currentTarget.value)}
        />
        <NativeSelect
          label={t.orders.processing}
          data={options(t.names.dealStatus, t.common.any)}
          value={filters.deal_status}
          onChange={choose('deal_status')}
        />
        <NativeSelect
          label={t.common.product}
          value={filters.goods_id}
          onChange={choose('goods_id')}
          data={[
            { value: '', label: t.common.any },
            ...(goods.data?.goods ?? []).map(({ id, title }) => ({
              value: String(id),
              label: goodText(title, language),
            })),
          ]}
        />
        <DayField
          label={t.common.fromDay}
          value={filters.from}
          max={filters.to}
          onChange={(day) => change('from', day)}
        />
        <DayField
          label={t.common.toDay}
          value={filters.to}
          min={filters.from}
          onChange={(day) => change('to', day)}
        />
        <Button
          className="search-clear"
          variant="default"
          disabled={Object.keys(filled({ ...filters, ...texts })).length === 0}
          onClick={() => {
            reset({ order_no: '', user_id: '' });
            onChange({});
          }}
        >
          {t.common.clear}
        </Button>
      </div>
    </Paper>
  );
}
