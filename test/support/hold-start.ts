/**
 * A module for `node --import`: loads the modules of the service, and lets the service start when its parent process
 * sends a message. A test that starts the service often saves the time in which the modules are loaded.
 */

import { once } from 'node:events';
import '../../src/config.ts';
import '../../src/main/start-service.ts';

await once(process, 'message');
process.disconnect();
