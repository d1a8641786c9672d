/** The actions of an owner on an operator: change role, reset password, disable and enable. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconDots, IconKey, IconShieldOff, IconUserCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ListedOperator, MadeOperator } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { operatorCalls, type Role, useOperatorsChanged } from './operators-api.ts';

type Asked =
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'disable' | 'enable' | 'password' | 'factor' };

interface OperatorMenuProps {
  readonly operator: ListedOperator;
  readonly onPassword: (made: MadeOperator) => void;
}

const roles: readonly Role[] = ['viewer', 'support', 'owner'];

function Question({
  operator,
  asked,
  onPassword,
  onClose,
}: OperatorMenuProps & { asked: Asked; onClose: () => void }) {
  const { t } = useWords();
  const changed = useOperatorsChanged();
  const { name } = operator;
  const shared = { reason: 'none' as const, onClose };
  switch (asked.kind) {
    case 'role':
      return (
        <ActionDialog
          {...shared}
          title={t.operators.changeRoleTitle(name, nameOf(t.names.role, asked.role))}
          confirmLabel={t.operators.changeRole}
          act={() => operatorCalls.change(operator.id, { role: asked.role })}
          onDone={changed}
          doneMessage={t.operators.roleChanged}
        >
          {t.operators.changeRoleText}
        </ActionDialog>
      );
    case 'disable':
      return (
        <ActionDialog
          {...shared}
          isDangerous
          title={t.operators.disableTitle(name)}
          confirmLabel={t.operators.disable}
          act={() => operatorCalls.change(operator.id, { disabled: true })}
          onDone={changed}
          doneMessage={t.operators.disableDone(name)}
        >
          {t.operators.disableText}
        </ActionDialog>
      );
    case 'enable':
      return (
        <ActionDialog
          {...shared}
          title={t.operators.enableTitle(name)}
          confirmLabel={t.operators.enable}
          act={() => operatorCalls.change(operator.id, { disabled: false })}
          onDone={changed}
          doneMessage={t.operators.enableDone(name)}
        >
          {t.operators.enableText}
        </ActionDialog>
      );
    case 'factor':
      return (
        <ActionDialog
          {...shared}
          isDangerous
          title={t.secondFactor.removeOfTitle(name)}
          confirmLabel={t.secondFactor.removeOf}
          act={() => operatorCalls.removeSecondFactor(operator.id)}
          onDone={changed}
          doneMessage={t.secondFactor.removedOf(name)}
        >
          {t.secondFactor.removeOfText}
        </ActionDialog>
      );
    case 'password':
      return (
        <ActionDialog
          {...shared}
          isDangerous
          title={t.operators.resetTitle(name)}
          confirmLabel={t.operators.resetPassword}
          act={() => operatorCalls.resetPassword(operator.id)}
          onDone={(made) => {
            changed();
            onPassword(made);
          }}
          doneMessage={t.operators.resetDone}
        >
          {t.operators.resetText}
        </ActionDialog>
      );
    default:
      return asked satisfies never;
  }
}

export function OperatorMenu({ operator, onPassword }: OperatorMenuProps) {
  const { t } = useWords();
  const session = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setAsked(null);
    // The entry of the menu that opened the dialog is gone.
    button.current?.focus();
  };
  return (
    <>
      <Menu position="bottom-end" width="min(14.375rem, 90vw)" shadow="md">
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="quiet"
            aria-label={t.operators.actionsFor(operator.name)}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {roles
            .filter((role) => role !== operator.role)
            .map((role) => (
              <Menu.Item key={role} onClick={() => setAsked({ kind: 'role', role })}>
                {t.operators.changeTo(nameOf(t.names.role, role))}
              </Menu.Item>
            ))}
          <Menu.Divider />
          {operator.id !== session.operator.id && (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setAsked({ kind: 'password' })}>
              {t.operators.resetPassword}
            </Menu.Item>
          )}
          {operator.second_factor && (
            <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => setAsked({ kind: 'factor' })}>
              {t.secondFactor.removeOf}
            </Menu.Item>
          )}
          {operator.disabled ? (
            <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => setAsked({ kind: 'enable' })}>
              {t.operators.enable}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconBan size={16} />} onClick={() => setAsked({ kind: 'disable' })}>
              {t.operators.disable}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked !== null && (
        <Question operator={operator} asked={asked} onPassword={onPassword} onClose={close} />
      )}
    </>
  );
}
