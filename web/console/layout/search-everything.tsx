/**
 * One search for orders, payments, refunds, customers and pages. ⌘K or Ctrl+K opens it; the arrow keys choose a result
 * and Enter opens it.
 */

import { Badge, Button, Group, Kbd, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { goodText } from '../../../src/domain/goods/good-text.ts';
import { get } from '../api/call.ts';
import type { Findings } from '../api/types.ts';
import { Amount } from '../components/amount.tsx';
import { DateTime } from '../components/date-time.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorAlert } from '../components/error-alert.tsx';
import { OrderStateBadge } from '../components/order-state-badge.tsx';
import { useMay } from '../session/use-session.ts';
import { useWords } from '../texts/words.ts';
import { pageGroups } from './page-list.ts';

const typingPauseMs = 200;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Choice {
  readonly key: string;
  readonly to: string;
  readonly label: ReactNode;
}

function useFindings(text: string) {
  return useQuery({
    queryKey: ['search', text],
    enabled: text !== '',
    queryFn: ({ signal }) => get<Findings>('search', { q: text }, signal),
    placeholderData: keepPreviousData,
  });
}

function useChoices(text: string, findings: Findings | undefined): readonly Choice[] {
  const { t, language } = useWords();
  const may = useMay();
  const wanted = text.toLowerCase();
  const pages = pageGroups
    .flat()
    .filter(({ name, permission }) => may(permission) && t.layout.pages[name].toLowerCase().includes(wanted))
    .map(({ to, name }) => ({
      key: `page ${to}`,
      to,
      label: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t.layout.pages[name]}</Text>
          <Text size="xs" c="dimmed">
            {t.finder.page}
          </Text>
        </Group>
      ),
    }));
  if (text === '' || findings === undefined) return pages;
  const orders = findings.orders.map((order) => ({
    key: `order ${order.id}`,
    to: `/orders/${order.id}`,
    label: (
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className="untrusted-text">
          <Text size="sm">{goodText(order.good_title, language)}</Text>
          <Text size="xs" className="number">
            {order.order_no}
          </Text>
          <Text size="xs" c="dimmed">
            <DateTime at={order.created_at} /> · <Amount minor={order.price} currency={order.currency} />
          </Text>
          {order.by !== 'order_no' && (
            <Text size="xs" c="dimmed">
              {t.finder.by[order.by]}
            </Text>
          )}
        </div>
        <OrderStateBadge order={order} />
      </Group>
    ),
  }));
  const users = findings.users.map(({ id, kind, subject }) => ({
    key: `user ${id}`,
    to: `/users/${id}`,
    label: (
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" className="untrusted-text">
          {kind === 'guest' ? t.common.guestNumber(id) : t.common.customerNumber(id)}
          {subject === null ? '' : ` · ${subject}`}
        </Text>
        <Badge variant="light" color="quiet" className="word-badge">
          {t.common.customer}
        </Badge>
      </Group>
    ),
  }));
  return [...orders, ...users, ...pages];
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingPauseMs);
  const [position, setPosition] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const findings = useFindings(text);
  const choices = useChoices(typed.trim(), text === '' ? undefined : findings.data);
  const chosen = Math.min(position, choices.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    navigate(choice.to);
  };
  // If Enter is pressed before the response for the whole text has arrived, open the result when the response
  // arrives.
  const isSettled = text === typed.trim() && !findings.isFetching;
  const entered = isEntered && isSettled ? choices[chosen] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once for each Enter
  useEffect(() => {
    if (isEntered && isSettled) setIsEntered(false);
    open(entered);
  }, [isEntered, isSettled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPosition(Math.min(chosen + 1, choices.length - 1));
    else if (event.key === 'ArrowUp') setPosition(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') setIsEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <Stack gap="sm">
      <TextInput
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        label={t.finder.label}
        placeholder={t.finder.placeholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPosition(0);
        }}
      />
      {findings.isError && <ErrorAlert error={findings.error} onRetry={() => void findings.refetch()} />}
      <div className="finder-list" role="listbox" id={listId} aria-label={t.finder.results} ref={list}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
          <div
            key={choice.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="finder-choice"
            onMouseMove={() => setPosition(index)}
            onClick={() => open(choice)}
            onKeyDown={() => undefined}
          >
            {choice.label}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {findings.isFetching ? t.common.loading : t.finder.nothing}
        </Text>
      )}
    </Stack>
  );
}

export function SearchEverything() {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  // A dialog may contain what the operator has typed, and the finder leaves the page.
  const openOutsideDialogs = () => {
    if (document.querySelector('[aria-modal="true"]') === null) open();
  };
  useHotkeys([['mod+K', openOutsideDialogs]], []);
  return (
    <>
      <UnstyledButton className="finder-button wide-only" onClick={open} aria-keyshortcuts="Meta+K Control+K">
        <IconSearch size={16} aria-hidden />
        <Text size="sm" c="dimmed" component="span">
          {t.finder.title}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isMac ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <Button
        className="narrow-only"
        variant="subtle"
        color="quiet"
        size="compact-md"
        onClick={open}
        aria-label={t.finder.title}
      >
        <IconSearch size={18} aria-hidden />
      </Button>
      {isOpen && (
        <Dialog title={t.finder.title} onClose={() => setIsOpen(false)} size="lg" closesOutside>
          <Finder onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}
