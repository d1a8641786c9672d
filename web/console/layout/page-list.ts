/** The console's pages: what the navigation lists, and which permission shows each. */

import {
  type Icon,
  IconActivityHeartbeat,
  IconBuildingStore,
  IconCash,
  IconHistory,
  IconLayoutDashboard,
  IconPhoto,
  IconReceiptRefund,
  IconTool,
  IconUserCircle,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react';
import type { Permission } from '../api/types.ts';

export interface PageEntry {
  readonly to: string;
  /** In English; shown through `t`. */
  readonly label: string;
  readonly icon: Icon;
  readonly permission: Permission;
}

export const pageGroups: readonly (readonly PageEntry[])[] = [
  [
    { to: '/', label: 'Overview', icon: IconLayoutDashboard, permission: 'orders_see' },
    { to: '/orders', label: 'Orders', icon: IconPhoto, permission: 'orders_see' },
    { to: '/refunds', label: 'Confirm refunds', icon: IconReceiptRefund, permission: 'orders_see' },
    { to: '/work', label: 'Failed work', icon: IconTool, permission: 'jobs_see' },
  ],
  [
    { to: '/goods', label: 'Goods', icon: IconBuildingStore, permission: 'goods_see' },
    { to: '/users', label: 'Users', icon: IconUsers, permission: 'users_see' },
    { to: '/money', label: 'Money', icon: IconCash, permission: 'money_see' },
    { to: '/health', label: 'Health', icon: IconActivityHeartbeat, permission: 'health_see' },
  ],
  [
    { to: '/operators', label: 'Operators', icon: IconUserShield, permission: 'operators_manage' },
    { to: '/audit-log', label: 'Audit log', icon: IconHistory, permission: 'audit_log_see' },
    { to: '/account', label: 'My account', icon: IconUserCircle, permission: 'own_account' },
  ],
];
