/**
 * Chooses the page by the address. Without a session, it shows the sign-in page instead. If the session ends without a
 * sign-out, the sign-in form covers the page.
 */

import { Alert, Center, Loader, Stack, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { setCsrfToken } from './api/call.ts';
import type { Permission } from './api/types.ts';
import { ErrorAlert } from './components/error-alert.tsx';
import { Page } from './layout/page.tsx';
import { Shell } from './layout/shell.tsx';
import { AccountPage } from './pages/account/account-page.tsx';
import { AuditLogPage } from './pages/audit-log/audit-log-page.tsx';
import { DocumentsPage } from './pages/documents/documents-page.tsx';
import { GoodsPage } from './pages/goods/goods-page.tsx';
import { HealthPage } from './pages/health/health-page.tsx';
import { InboxPage } from './pages/inbox/inbox-page.tsx';
import { JobsPage } from './pages/jobs/jobs-page.tsx';
import { NumbersPage } from './pages/numbers/numbers-page.tsx';
import { OperatorsPage } from './pages/operators/operators-page.tsx';
import { OrderPage } from './pages/orders/order-page.tsx';
import { OrdersPage } from './pages/orders/orders-page.tsx';
import { OverviewPage } from './pages/overview/overview-page.tsx';
import { PaymentsPage } from './pages/payments/payments-page.tsx';
import { ReconciliationPage } from './pages/reconciliation/reconciliation-page.tsx';
import { RefundsPage } from './pages/refunds/refunds-page.tsx';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { UserPage } from './pages/users/user-page.tsx';
import { UsersPage } from './pages/users/users-page.tsx';
import { WebhooksPage } from './pages/webhooks/webhooks-page.tsx';
import { ReauthenticationDialog } from './session/reauthentication-dialog.tsx';
import { SetUpFirst } from './session/set-up-first.tsx';
import { SignInCover } from './session/sign-in-cover.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { SessionContext, SessionEndedContext, useMay, useSessionQuery } from './session/use-session.ts';
import { useWords } from './texts/words.ts';

function RequirePermission({
  permission,
  children,
}: {
  readonly permission: Permission;
  readonly children: ReactNode;
}) {
  const { t } = useWords();
  const may = useMay();
  if (may(permission)) return children;
  return (
    <Page title={t.layout.noAccess}>
      <Alert color="quiet">{t.layout.noAccessHint}</Alert>
    </Page>
  );
}

const routes: readonly (readonly [path: string, permission: Permission, page: ReactNode])[] = [
  ['/', 'orders_see', <OverviewPage key="overview" />],
  ['/inbox', 'orders_see', <InboxPage key="inbox" />],
  ['/orders', 'orders_see', <OrdersPage key="orders" />],
  ['/orders/:orderId', 'orders_see', <OrderPage key="order" />],
  ['/refunds', 'orders_see', <RefundsPage key="refunds" />],
  ['/jobs', 'jobs_see', <JobsPage key="jobs" />],
  ['/goods', 'goods_see', <GoodsPage key="goods" />],
  ['/documents', 'goods_see', <DocumentsPage key="documents" />],
  ['/users', 'users_see', <UsersPage key="users" />],
  ['/users/:userId', 'users_see', <UserPage key="user" />],
  ['/numbers', 'money_see', <NumbersPage key="numbers" />],
  ['/payments', 'money_see', <PaymentsPage key="payments" />],
  ['/reconciliation', 'money_see', <ReconciliationPage key="reconciliation" />],
  ['/health', 'health_see', <HealthPage key="health" />],
  ['/webhooks', 'webhooks_see', <WebhooksPage key="webhooks" />],
  ['/settings', 'settings_see', <SettingsPage key="settings" />],
  ['/operators', 'operators_manage', <OperatorsPage key="operators" />],
  ['/audit-log', 'audit_log_see', <AuditLogPage key="audit-log" />],
  ['/account', 'own_account', <AccountPage key="account" />],
];

function Pages() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <ErrorBoundary
        key={pathname}
        message={(error) => <ErrorAlert error={error} onRetry={() => location.reload()} />}
      >
        <Routes>
          {routes.map(([path, permission, page]) => (
            <Route
              key={path}
              path={path}
              element={<RequirePermission permission={permission}>{page}</RequirePermission>}
            />
          ))}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </ErrorBoundary>
    </Shell>
  );
}

export function App() {
  const { t, language } = useWords();
  const query = useSessionQuery();
  if (query.data === undefined) {
    return (
      <Center component="main" className="whole-page">
        {query.isError ? (
          <Stack maw={480} p="md">
            <Title order={1} size="h3">
              Photokiosk
            </Title>
            <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
          </Stack>
        ) : (
          <Loader aria-label={t.common.loading} />
        )}
      </Center>
    );
  }
  if (query.data.kind === 'signed_out') return <SignInPage />;
  const { kind, session } = query.data;
  const isEnded = kind === 'ended';
  if (!isEnded) setCsrfToken(session.csrf_token);
  return (
    <SessionContext value={session}>
      <SessionEndedContext value={isEnded}>
        {/* Another operator gets new pages, in which nothing is left of what the operator before has typed or seen. */}
        <Fragment key={session.operator.id}>
          {/* A change of the language mounts every page again, so that each text is in the new language. */}
          <SetUpFirst key={language}>
            <Pages />
          </SetUpFirst>
          {!isEnded && <ReauthenticationDialog />}
        </Fragment>
        {isEnded && <SignInCover />}
      </SessionEndedContext>
    </SessionContext>
  );
}
