/** Reads the configuration from given environment variables, for tests. */

import { resolve } from 'node:path';
import type { Environment } from '../../src/config/environment-reader.ts';
import { type Config, readConfig } from '../../src/config.ts';

export const workingDir = resolve('/srv/shop');
export const eventsSecret = `whsec_${'A'.repeat(32)}`;
export const idp = {
  JWKS_URL: 'https://id.example/jwks',
  JWT_ISSUER: 'https://id.example',
  JWT_AUDIENCE: 'shop',
};

export function read(env: Environment): Config {
  return readConfig(env, workingDir);
}
