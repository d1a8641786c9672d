/** The frame of every signed-in page: the top bar with the account menu, and the navigation, in a drawer on a phone. */

import { ActionIcon, Alert, Anchor, Burger, Drawer, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconChevronDown,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { switchLanguage } from '../../shared/words.ts';
import { confirmLeave } from '../components/confirm-leave.ts';
import { LeaveGuard } from '../components/leave-guard.tsx';
import { useSession } from '../session/use-session.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { useWords } from '../texts/words.ts';
import { ClosedNote } from './closed-note.tsx';
import { Navigation } from './navigation.tsx';
import { SearchEverything } from './search-everything.tsx';
import { useColourScheme } from './use-colour-scheme.ts';

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/icons/photokiosk.svg" alt="" width="28" height="28" />
      <span>Photokiosk</span>
    </Link>
  );
}

function AccountMenu() {
  const { t } = useWords();
  const { operator } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" width="min(13.75rem, 90vw)" shadow="md">
      <Menu.Target>
        <UnstyledButton className="account-button">
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
          <span className="account-name">
            <Text size="sm" fw={600} truncate>
              {operator.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t.names.role[operator.role]}
            </Text>
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => navigate('/account')}>
          {t.layout.pages.account}
        </Menu.Item>
        <Menu.Item leftSection={<IconLanguage size={16} />} onClick={() => confirmLeave(switchLanguage)}>
          {t.layout.otherLanguage}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => confirmLeave(() => signOut.mutate())}
        >
          {t.layout.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeButton() {
  const { t } = useWords();
  const { isDark, toggle } = useColourScheme();
  const label = isDark ? t.layout.lightMode : t.layout.darkMode;
  return (
    <ActionIcon variant="subtle" color="quiet" size="lg" onClick={toggle} aria-label={label} title={label}>
      {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const [isOpen, drawer] = useDisclosure(false);
  const { shop, weak_password } = useSession();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t.layout.skipToContent}
      </a>
      <header className="top-bar">
        <Group gap="xs" wrap="nowrap">
          <Burger
            className="narrow-only"
            size="sm"
            opened={isOpen}
            onClick={drawer.toggle}
            aria-label={t.layout.menu}
            aria-expanded={isOpen}
          />
          <Brand />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <SearchEverything />
          <SchemeButton />
          <AccountMenu />
        </Group>
      </header>
      <aside className="side-bar">
        <Navigation />
        <Text className="side-foot" size="xs" c="dimmed">
          {t.layout.versionNumber(shop.version)}
        </Text>
      </aside>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size="min(17.5rem, 100vw)"
        title="Photokiosk"
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Navigation onNavigate={drawer.close} />
      </Drawer>
      <main id="content" className="content" tabIndex={-1}>
        {shop.providers.includes('sandbox') && (
          <Text component="p" className="sandbox-note" size="sm">
            {t.layout.sandbox}
          </Text>
        )}
        <ClosedNote />
        {weak_password && (
          <Alert color="busy" mb="md">
            {t.account.weakPassword}{' '}
            <Anchor component={Link} to="/account" size="sm" c="inherit" underline="always">
              {t.layout.pages.account}
            </Anchor>
          </Alert>
        )}
        {children}
      </main>
      <LeaveGuard />
    </div>
  );
}
