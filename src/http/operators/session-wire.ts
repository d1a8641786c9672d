/** Writes the session of the signed-in operator for the console's API. */

import { permissionsOf } from '../../domain/operator-roles.ts';
import type { SecondFactorStanding } from '../../usecases/operators/second-factor-store.ts';
import { idleEndOf } from '../../usecases/operators/session-end.ts';
import type { ConsoleDeps } from '../app-options.ts';
import { utcText } from '../console/utc-text.ts';
import { operatorToWire } from './operator-wire.ts';
import { csrfTokenOf } from './session-secret.ts';
import type { SignedIn } from './signed-in.ts';

function stateOf({ isOn, isRequired }: SecondFactorStanding): 'on' | 'off' | 'must_be_set_up' {
  if (isOn) return 'on';
  return isRequired ? 'must_be_set_up' : 'off';
}

export function sessionToWire(
  { settings, providers, version }: Pick<ConsoleDeps, 'settings' | 'providers' | 'version'>,
  { session, secret, standing }: SignedIn,
) {
  return {
    operator: operatorToWire(session.operator),
    permissions: permissionsOf(session.operator.role),
    csrf_token: csrfTokenOf(secret),
    expires_at: utcText(session.expiresAt),
    weak_password: session.weakPassword,
    second_factor: stateOf(standing),
    idle_expires_at: utcText(idleEndOf(session)),
    shop: {
      currency: settings.currency,
      time_zone: settings.zone.name,
      public_url: settings.publicUrl,
      version,
      refund_approval: settings.refundApprovalAboveMinor,
      events: settings.eventsUrl !== null,
      providers: providers.map(({ name }) => name),
    },
  };
}
