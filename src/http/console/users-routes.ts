/** Users and memberships. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleUsers(_app: FastifyInstance, _edge: ConsoleEdge): void {}
