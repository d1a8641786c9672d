/** Operators of the shop. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleOperators(_app: FastifyInstance, _edge: ConsoleEdge): void {}
