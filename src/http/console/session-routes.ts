/** Signing in and out, and one's own sessions and password. */

import type { FastifyInstance } from 'fastify';
import type { ConsoleEdge } from './console-edge.ts';

export function registerConsoleSession(_app: FastifyInstance, _edge: ConsoleEdge): void {}
