/**
 * A module for `node --import`: loads the modules of the service, and then delays the start of the service until the
 * parent process sends a message. A test that starts many services can load their modules beforehand.
 */

import { once } from 'node:events';
import '../../src/config.ts';
import '../../src/main/start-service.ts';

await once(process, 'message');
process.disconnect();
