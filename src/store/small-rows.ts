/** Rows of `users`, `operators`, `goods`, `membership_grants`, `uploads` and `idempotency_records` and their values. */

import type { Selectable } from 'kysely';
import type { Good } from '../domain/goods/good.ts';
import type { MembershipGrant } from '../domain/membership.ts';
import type { IdempotencyRecord } from '../usecases/callers/idempotency-store.ts';
import type { User } from '../usecases/members/member-store.ts';
import type { Operator } from '../usecases/operators/operator-store.ts';
import type { Upload } from '../usecases/pictures/upload-store.ts';
import type {
  GoodsTable,
  IdempotencyRecordsTable,
  MembershipGrantsTable,
  OperatorsTable,
  UploadsTable,
  UsersTable,
} from './tables.ts';

export const userColumns = ['id', 'kind', 'member_until'] as const;

export function userOf(row: Pick<Selectable<UsersTable>, 'id' | 'kind' | 'member_until'>): User {
  return { id: row.id, kind: row.kind, memberUntil: row.member_until };
}

export const operatorColumns = ['id', 'name', 'password_hash', 'role', 'created_at', 'disabled_at'] as const;

export function operatorOf(row: Omit<Selectable<OperatorsTable>, 'environment_hash'>): Operator {
  return {
    id: row.id,
    name: row.name,
    passwordHash: row.password_hash,
    role: row.role,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}

export const goodColumns = [
  'id',
  'title',
  'summary',
  'icon',
  'price_minor',
  'member_price_minor',
  'sort',
  'funct_name',
  'on_shelf',
] as const;

export function goodOf(row: Selectable<GoodsTable>): Good {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    icon: row.icon,
    priceMinor: row.price_minor,
    memberPriceMinor: row.member_price_minor,
    sort: row.sort,
    functName: row.funct_name,
    onShelf: row.on_shelf === 1,
  };
}

export function goodRow(good: Omit<Good, 'id'>): Omit<Selectable<GoodsTable>, 'id'> {
  return {
    title: good.title,
    summary: good.summary,
    icon: good.icon,
    price_minor: good.priceMinor,
    member_price_minor: good.memberPriceMinor,
    sort: good.sort,
    funct_name: good.functName,
    on_shelf: good.onShelf ? 1 : 0,
  };
}

export const grantColumns = ['id', 'user_id', 'order_id', 'months', 'granted_at', 'revoked_at'] as const;

export function grantOf(
  row: Pick<Selectable<MembershipGrantsTable>, (typeof grantColumns)[number]>,
): MembershipGrant {
  return {
    id: row.id,
    userId: row.user_id,
    orderId: row.order_id,
    months: row.months,
    grantedAt: row.granted_at,
    revokedAt: row.revoked_at,
  };
}

export const uploadColumns = [
  'path',
  'file',
  'owner_id',
  'width_px',
  'height_px',
  'created_at',
  'kept_until',
] as const;

export function uploadOf(row: Selectable<UploadsTable>): Upload {
  return {
    path: row.path,
    file: row.file,
    ownerId: row.owner_id,
    widthPx: row.width_px,
    heightPx: row.height_px,
    createdAt: row.created_at,
    keptUntil: row.kept_until,
  };
}

export function uploadRow(upload: Upload): Selectable<UploadsTable> {
  return {
    path: upload.path,
    file: upload.file,
    owner_id: upload.ownerId,
    width_px: upload.widthPx,
    height_px: upload.heightPx,
    created_at: upload.createdAt,
    kept_until: upload.keptUntil,
  };
}

export const idempotencyRecordColumns = ['scope', 'key', 'body_hash', 'answer', 'created_at'] as const;

export function idempotencyRecordOf(row: Selectable<IdempotencyRecordsTable>): IdempotencyRecord {
  return {
    scope: row.scope,
    key: row.key,
    bodyHash: row.body_hash,
    answer: row.answer,
    createdAt: row.created_at,
  };
}
