/** How the service is. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleHealth(_app: FastifyInstance, _edge: ConsoleEdge): void {}
