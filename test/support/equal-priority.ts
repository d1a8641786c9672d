/**
 * A module for `node --import`: image processes get the same priority as the service. With their lower priority, a test
 * beside other busy processes would wait for minutes until a picture is made.
 */

import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

Object.assign(os, { setPriority: () => undefined });
syncBuiltinESMExports();
