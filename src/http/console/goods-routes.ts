/** The catalogue. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleGoods(_app: FastifyInstance, _edge: ConsoleEdge): void {}
