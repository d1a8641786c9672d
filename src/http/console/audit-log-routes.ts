/** What operators did. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleAuditLog(_app: FastifyInstance, _edge: ConsoleEdge): void {}
