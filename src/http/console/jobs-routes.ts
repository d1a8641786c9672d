/** Failed and stuck work. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleJobs(_app: FastifyInstance, _edge: ConsoleEdge): void {}
