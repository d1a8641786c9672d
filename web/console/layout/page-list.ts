/** The pages in the navigation, and the permission that each one needs. */

import {
  type Icon,
  IconActivityHeartbeat,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconHistory,
  IconId,
  IconInbox,
  IconLayoutDashboard,
  IconPhoto,
  IconReceiptRefund,
  IconScale,
  IconSettings,
  IconTool,
  IconUserCircle,
  IconUserShield,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Permission } from '../api/types.ts';
import type { enLayout } from '../texts/en-shared.ts';

export interface PageEntry {
  readonly to: string;
  /** The key of the page's title in the texts. */
  readonly name: keyof typeof enLayout.pages;
  readonly icon: Icon;
  readonly permission: Permission;
}

export const pageGroups: readonly (readonly PageEntry[])[] = [
  [
    { to: '/', name: 'overview', icon: IconLayoutDashboard, permission: 'orders_see' },
    { to: '/inbox', name: 'inbox', icon: IconInbox, permission: 'orders_see' },
    { to: '/orders', name: 'orders', icon: IconPhoto, permission: 'orders_see' },
    { to: '/refunds', name: 'refunds', icon: IconReceiptRefund, permission: 'orders_see' },
    { to: '/jobs', name: 'jobs', icon: IconTool, permission: 'jobs_see' },
  ],
  [
    { to: '/goods', name: 'goods', icon: IconBuildingStore, permission: 'goods_see' },
    { to: '/documents', name: 'documents', icon: IconId, permission: 'goods_see' },
    { to: '/users', name: 'users', icon: IconUsers, permission: 'users_see' },
    { to: '/numbers', name: 'numbers', icon: IconChartBar, permission: 'money_see' },
    { to: '/payments', name: 'payments', icon: IconCash, permission: 'money_see' },
    { to: '/reconciliation', name: 'reconciliation', icon: IconScale, permission: 'money_see' },
    { to: '/health', name: 'health', icon: IconActivityHeartbeat, permission: 'health_see' },
    { to: '/webhooks', name: 'webhooks', icon: IconWebhook, permission: 'webhooks_see' },
  ],
  [
    { to: '/settings', name: 'settings', icon: IconSettings, permission: 'settings_see' },
    { to: '/operators', name: 'operators', icon: IconUserShield, permission: 'operators_manage' },
    { to: '/audit-log', name: 'auditLog', icon: IconHistory, permission: 'audit_log_see' },
    { to: '/account', name: 'account', icon: IconUserCircle, permission: 'own_account' },
  ],
];
