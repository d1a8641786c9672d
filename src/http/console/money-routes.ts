/** What came in and went back. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleMoney(_app: FastifyInstance, _edge: ConsoleEdge): void {}
