/**
 * Passkeys (WebAuthn) through @simplewebauthn/server. The relying party is the host of `PUBLIC_URL`. User
 * verification (a PIN, a fingerprint or a face) is always required, so a passkey alone proves that the person has
 * the device and that the person is its owner.
 */

import { isIP } from 'node:net';
import type {
  MadePasskey,
  PasskeyOptions,
  Passkeys,
  UsedChallenge,
} from '../usecases/ports/second-factors.ts';
import { challengeLifeMs, type PasskeyChallenges } from './passkey-challenges.ts';

const serviceName = 'Photokiosk';
/** Loaded when the first operator uses a passkey: the library has 300 modules, a tenth of all that the service loads. */
const webauthn = () => import('@simplewebauthn/server');
/**
 * EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), which all authenticators use. Without this list the library also looks for
 * algorithms that Node marks as experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257];
const transportName = /^[a-z-]{1,20}$/;

export function createPasskeys(challenges: PasskeyChallenges, publicUrl: string): Passkeys {
  const { origin, hostname, protocol } = new URL(publicUrl);
  const shared = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true } as const;

  /**
   * @returns `expectedChallenge`, with which the library checks a challenge, and `used`, which returns the
   * challenge that passed the check.
   */
  function expectChallenge(binding: string, now: number) {
    let used: UsedChallenge | undefined;
    const expectedChallenge = (challenge: string) => {
      used = challenges.verify(challenge, binding, now);
      return used !== undefined;
    };
    return { expectedChallenge, used: () => used };
  }

  return {
    arePossible: isPasskeyHost(hostname, protocol),
    async registrationOptions(operator, existing, binding, now) {
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: serviceName,
        rpID: hostname,
        userName: operator.name,
        userDisplayName: operator.name,
        userID: new TextEncoder().encode(`operator ${operator.id}`),
        challenge: challenges.issue(binding, now),
        timeout: challengeLifeMs,
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: existing.map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      });
      return plain(options);
    },
    async verifyRegistration({ credentialId: id, transports, ...answer }, binding, now) {
      const { verifyRegistrationResponse } = await webauthn();
      const { expectedChallenge, used } = expectChallenge(binding, now);
      const verified = await unlessRefused(() =>
        verifyRegistrationResponse({
          ...shared,
          expectedChallenge,
          supportedAlgorithmIDs,
          response: {
            ...credentialOf(id),
            response: { clientDataJSON: answer.clientData, attestationObject: answer.attestationObject },
          },
        }),
      );
      const challenge = used();
      if (verified?.verified !== true || challenge === undefined) return undefined;
      const { credential } = verified.registrationInfo;
      return {
        ...challenge,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transports.filter((name) => transportName.test(name)).join(' '),
      };
    },
    async authenticationOptions(allowed, binding, now) {
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        challenge: challenges.issue(binding, now),
        timeout: challengeLifeMs,
        userVerification: 'required',
        ...(allowed === null ? {} : { allowCredentials: allowed.map(descriptorOf) }),
      });
      return plain(options);
    },
    async verifyAuthentication(answer, passkey, binding, now) {
      const { verifyAuthenticationResponse } = await webauthn();
      const { credentialId: id, clientData: clientDataJSON, authenticatorData, signature } = answer;
      const { expectedChallenge, used } = expectChallenge(binding, now);
      const credential = {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      };
      const verified = await unlessRefused(() =>
        verifyAuthenticationResponse({
          ...shared,
          expectedChallenge,
          credential,
          response: { ...credentialOf(id), response: { clientDataJSON, authenticatorData, signature } },
        }),
      );
      const challenge = used();
      if (verified?.verified !== true || challenge === undefined) return undefined;
      return { ...challenge, counter: verified.authenticationInfo.newCounter };
    },
  };
}

/** Browsers make passkeys for host names under https, and for `localhost`; never for IP addresses (WebAuthn, 5.1.2). */
function isPasskeyHost(hostname: string, protocol: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return hostname === 'localhost' || (protocol === 'https:' && !isAddress);
}

function descriptorOf({ credentialId, transports }: Pick<MadePasskey, 'credentialId' | 'transports'>) {
  return { id: credentialId, transports: transports.split(' ').filter((name) => name !== '') };
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function plain(options: object): PasskeyOptions {
  return Object.fromEntries(Object.entries(options));
}

/**
 * @returns undefined if the library refuses the response of the authenticator. The library then throws, and a caller
 * can cause no other error.
 */
async function unlessRefused<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
