/** Names for the responses of the console's API. The types are generated from docs/openapi.json. */

import type { Answer, Body } from '../../shared/api/call.ts';

export type Session = Answer<'console_session'>;
export type Permission = Session['permissions'][number];
export type Operators = Answer<'console_operators'>;
export type ListedOperator = Operators['operators'][number];
export type Operator = Session['operator'];
export type MadeOperator = Answer<'console_add_operator'>;
export type Sessions = Answer<'console_sessions'>;
export type SessionItem = Sessions['sessions'][number];
export type SignInAnswer = Answer<'console_sign_in'>;
export type SecondFactorNeeded = Extract<
  SignInAnswer,
  { readonly second_factor_needed: unknown }
>['second_factor_needed'];
export type SecondFactors = Answer<'console_second_factor'>;
export type OwnPasskey = SecondFactors['passkeys'][number];
export type AppSetUp = Answer<'console_begin_authenticator_app'>;
export type ConfirmedApp = Answer<'console_confirm_authenticator_app'>;
export type AddedPasskey = Answer<'console_add_passkey'>;
export type RecoveryCodes = Answer<'console_renew_recovery_codes'>;
export type SignInRules = Answer<'console_change_sign_in_rules'>;
export type ApiTokens = Answer<'console_api_tokens'>;
export type ApiToken = ApiTokens['api_tokens'][number];
export type CreatedApiToken = Answer<'console_create_api_token'>;
export type AuditPage = Answer<'console_audit_log'>;
export type AuditEntry = AuditPage['entries'][number];

export type OrdersPage = Answer<'console_search_orders'>;
export type OrderItem = OrdersPage['orders'][number];
export type SavedFilters = Answer<'console_list_saved_filters'>;
export type SavedFilter = SavedFilters['filters'][number];
export type OrderThumbnails = Answer<'console_order_thumbnails'>;
export type OrderCounts = Answer<'console_order_counts'>;
export type OrderDetail = Answer<'console_show_order'>;
export type OrderNumber = Answer<'console_show_order_number'>;
export type OrderAction = OrderDetail['actions'][number];
export type OrderProblem = OrderDetail['problems'][number];
export type TimelineItem = OrderDetail['timeline'][number];
export type ApprovalsPage = Answer<'console_list_refund_approvals'>;
export type Approval = ApprovalsPage['approvals'][number];

export type Findings = Answer<'console_search'>;
export type Numbers = Answer<'console_numbers'>;
export type Inbox = Answer<'console_inbox'>;
export type InboxItem = Inbox['items'][number];
export type NotesPage = Answer<'console_list_notes'>;
export type Note = NotesPage['notes'][number];

export type Documents = Answer<'console_list_documents'>;
export type ListedDocument = Documents['documents'][number];
export type DocumentPreview = Answer<'console_preview_document'>;

export type Goods = Answer<'console_list_goods'>;
export type Good = Goods['goods'][number];
export type Icon = Answer<'console_add_icon'>;
export type ShopSettingsList = Answer<'console_list_settings'>;
export type GoodPicture = Answer<'console_add_good_picture'>;

export type UsersPage = Answer<'console_search_users'>;
export type UserItem = UsersPage['users'][number];
export type UserDetail = Answer<'console_show_user'>;
export type ErasurePreview = Answer<'console_preview_user_erasure'>;
export type ErasureObstacle = ErasurePreview['obstacles'][number]['obstacle'];
export type ErasureOutcome = Answer<'console_erase_user'>;
export type Grant = UserDetail['grants'][number];

export type JobsPage = Answer<'console_list_jobs'>;
export type Job = JobsPage['jobs'][number];
export type JobKind = NonNullable<Body<'console_retry_all_jobs'>['kind']>;
export type RetriedAll = Answer<'console_retry_all_jobs'>;
export type Money = Answer<'console_money'>;
export type MoneyRow = Money['days'][number];
export type RefusedNotifications = Money['refused_notifications'][number];
export type Bills = Answer<'console_list_bills'>;
export type Bill = Bills['bills'][number];
export type DifferencesPage = Answer<'console_list_differences'>;
export type Difference = DifferencesPage['differences'][number];
export type WebhookEndpoints = Answer<'console_webhook_endpoints'>;
export type WebhookEndpoint = WebhookEndpoints['endpoints'][number];
export type EndpointWithSecret = Answer<'console_add_webhook_endpoint'>;
export type WebhookDeliveries = Answer<'console_webhook_deliveries'>;
export type WebhookDelivery = WebhookDeliveries['deliveries'][number];
export type Health = Answer<'console_health'>;
