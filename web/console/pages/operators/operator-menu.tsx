/** What an owner can do with an operator. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconKey, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { MadeOperator, Operator } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { t, wordOf } from '../../texts/words.ts';
import { roleWords } from '../../texts/names-old.ts';
import { operatorCalls, type Role, useOperatorsChanged } from './operators-api.ts';

type Asked =
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'disable' | 'enable' | 'password' };

interface OperatorMenuProps {
  readonly operator: Operator;
  readonly onPassword: (made: MadeOperator) => void;
}

const roles: readonly Role[] = ['viewer', 'support', 'owner'];

function Question({
  operator,
  asked,
  onPassword,
  onClose,
}: OperatorMenuProps & { asked: Asked; onClose: () => void }) {
  const changed = useOperatorsChanged();
  const { name } = operator;
  const shared = { reason: 'none' as const, onClose };
  switch (asked.kind) {
    case 'role':
      return (
        <ActionDialog
          {...shared}
          title={t('Make {name} {role}?', { name, role: wordOf(roleWords, asked.role) })}
          confirmLabel={t('Change role')}
          act={() => operatorCalls.change(operator.id, { role: asked.role })}
          onDone={changed}
          doneMessage={t('The role is changed.')}
        >
          {t('It holds from the next click on.')}
        </ActionDialog>
      );
    case 'disable':
      return (
        <ActionDialog
          {...shared}
          isDangerous
          title={t('Disable {name}?', { name })}
          confirmLabel={t('Disable')}
          act={() => operatorCalls.change(operator.id, { disabled: true })}
          onDone={changed}
          doneMessage={t('{name} cannot sign in any more.', { name })}
        >
          {t('All sessions end at once. What was done stays in the audit log.')}
        </ActionDialog>
      );
    case 'enable':
      return (
        <ActionDialog
          {...shared}
          title={t('Enable {name}?', { name })}
          confirmLabel={t('Enable')}
          act={() => operatorCalls.change(operator.id, { disabled: false })}
          onDone={changed}
          doneMessage={t('{name} can sign in again.', { name })}
        >
          {t('With the old password.')}
        </ActionDialog>
      );
    case 'password':
      return (
        <ActionDialog
          {...shared}
          isDangerous
          title={t('New password for {name}?', { name })}
          confirmLabel={t('Make a password')}
          act={() => operatorCalls.resetPassword(operator.id)}
          onDone={(made) => {
            changed();
            onPassword(made);
          }}
          doneMessage={t('There is a new password.')}
        >
          {t('The old one holds no more and all sessions end. The new one is shown once.')}
        </ActionDialog>
      );
    default:
      return asked satisfies never;
  }
}

export function OperatorMenu({ operator, onPassword }: OperatorMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <Menu position="bottom-end" width={230} shadow="md">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('What to do with {name}', { name: operator.name })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {roles
            .filter((role) => role !== operator.role)
            .map((role) => (
              <Menu.Item key={role} onClick={() => setAsked({ kind: 'role', role })}>
                {t('Make {role}', { role: wordOf(roleWords, role) })}
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setAsked({ kind: 'password' })}>
            {t('New password')}
          </Menu.Item>
          {operator.disabled ? (
            <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => setAsked({ kind: 'enable' })}>
              {t('Enable')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setAsked({ kind: 'disable' })}>
              {t('Disable')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked !== null && (
        <Question operator={operator} asked={asked} onPassword={onPassword} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
