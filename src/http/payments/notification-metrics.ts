/** Counts the payment notifications of this process by provider and outcome. */

import { Counter, type Registry } from 'prom-client';
import type { HandledNotification } from '../../usecases/payments/receive-notification.ts';

export function meterNotifications(
  registry: Registry,
): (provider: string, outcome: HandledNotification['outcome']) => void {
  const notifications = new Counter({
    name: 'photokiosk_payment_notifications_total',
    help: 'Payment notifications: accepted, repeated (replay), or refused by the named check.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  return (provider, outcome) => notifications.inc({ provider, outcome });
}
