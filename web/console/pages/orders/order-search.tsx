/**
 * The filters of the orders page. A phone shows the search for a number, and the other filters after a button is
 * pressed, because they would fill the screen.
 */

import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { DayField } from '../../components/day-field.tsx';
import { useIsPhone } from '../../hooks/use-is-phone.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { useGoods } from '../goods/goods-api.ts';
import { shownTexts } from '../goods/shown-texts.ts';
import { daysOfFilters, type FilterName, filledFilters, isSearchable } from './order-filters.ts';
import { SaveFilterButton } from './save-filter-button.tsx';

type Filters = Readonly<Record<FilterName, string>>;

interface OrderSearchProps {
  readonly filters: Filters;
  readonly onChange: (search: Record<string, string>) => void;
}

function options(names: Readonly<Record<string, string>>, anyLabel: string) {
  return [
    { value: '', label: anyLabel },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
}

/** The choice of the field “Payment” that is a state of the refund, not of the order. */
const failedRefund = 'refund_failed';
const openRefund = 'refund_open';
const refundStates: Readonly<Record<string, string>> = { [failedRefund]: 'failed', [openRefund]: 'open' };

export function OrderSearch({ filters, onChange }: OrderSearchProps) {
  const { t, language } = useWords();
  const goods = useGoods();
  const { shop } = useSession();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { order_no, user_id } = filters;
  const { texts, type, takePending, reset } = useSearchText({ order_no, user_id }, (now) =>
    onChange(filledFilters({ ...filters, ...now })),
  );
  const change = (name: FilterName, value: string) =>
    onChange(filledFilters({ ...filters, ...takePending(), [name]: value }));
  const choosePayment = (value: string) => {
    const refundState = refundStates[value];
    const chosen = { status: refundState === undefined ? value : '', refund_state: refundState ?? '' };
    onChange(filledFilters({ ...filters, ...takePending(), ...chosen }));
  };
  const shownPayment =
    Object.keys(refundStates).find((name) => refundStates[name] === filters.refund_state) ?? filters.status;
  const chooseDays = (days: Readonly<Partial<Record<'period' | 'from' | 'to', string>>>) => {
    const unset = { period: '', ...(days.period === undefined ? daysShown : { from: '', to: '' }) };
    onChange(filledFilters({ ...filters, ...takePending(), ...unset, ...days }));
  };
  const choose = (name: FilterName) => (event: { readonly currentTarget: { readonly value: string } }) =>
    change(name, event.currentTarget.value);
  const daysShown = daysOfFilters(filters, shop.time_zone);
  const isShort = texts.order_no.trim() !== '' && !isSearchable(texts.order_no.trim());
  const chosenCount = Object.keys(filledFilters({ ...filters, order_no: '' })).length;
  const isUnfolded = !isPhone || isOpen;
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
        {isPhone && (
          <Button
            className="search-number"
            variant="default"
            aria-expanded={isOpen}
            rightSection={isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t.filters.button(chosenCount)}
          </Button>
        )}
        {isUnfolded && (
          <>
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
                {
                  ...t.names.orderStatus,
                  [openRefund]: t.payments.openRefunds,
                  [failedRefund]: t.names.orderState.refund_stuck,
                },
                t.common.any,
              )}
              value={shownPayment}
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
                ...(goods.data?.goods ?? []).map((good) => ({
                  value: String(good.id),
                  label: shownTexts(good, language).title,
                })),
              ]}
            />
            <NativeSelect
              label={t.filters.period}
              data={options(t.filters.periods, t.common.any)}
              value={filters.period}
              onChange={(event) => chooseDays({ period: event.currentTarget.value })}
            />
            <DayField
              label={t.common.fromDay}
              value={daysShown.from}
              max={daysShown.to}
              onChange={(from) => chooseDays({ from })}
            />
            <DayField
              label={t.common.toDay}
              value={daysShown.to}
              min={daysShown.from}
              onChange={(to) => chooseDays({ to })}
            />
          </>
        )}
      </div>
      {isUnfolded && (
        <Group justify="flex-end" gap="xs" mt="sm">
          <SaveFilterButton filters={filters} />
          <Button
            variant="default"
            disabled={Object.keys(filledFilters({ ...filters, ...texts })).length === 0}
            onClick={() => {
              reset({ order_no: '', user_id: '' });
              onChange({});
            }}
          >
            {t.common.clear}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
