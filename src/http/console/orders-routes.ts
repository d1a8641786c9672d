/** Orders and refunds. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleOrders(_app: FastifyInstance, _edge: ConsoleEdge): void {}
