/** The entry: reads the environment, starts the role, says where it is, and stops on a signal. */

import { ConfigError, readConfig } from './config.ts';
import { openLog } from './main/log.ts';
import { startService } from './main/start-service.ts';
import { firstOperator } from './usecases/operators/ensure-operator.ts';

/** Kept above what stopping takes: jobs and running requests have their own, shorter bounds. */
const stopTimeoutMs = 20_000;

async function run(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const { log, flush } = openLog(config.logLevel);
  // The lines before a crash are the ones that tell why; the process ends all the same.
  process.on('uncaughtExceptionMonitor', flush);
  const service = await startService(config, log);
  if (service.url !== null) {
    console.log(`Shop:    ${service.url}/`);
    console.log(`Console: ${service.url}/admin`);
  } else {
    console.log('Worker:  waiting for jobs');
  }
  if (service.madePassword !== null) {
    console.log(`Sign in to the console as ${firstOperator} with the password ${service.madePassword}`);
    console.log('It is shown only this once; set ADMIN_PASSWORD to choose another.');
  }

  let stopping = false;
  const stop = () => {
    // Someone who asks twice does not want to wait.
    if (stopping) process.exit(130);
    stopping = true;
    const giveUp = setTimeout(() => process.exit(1), stopTimeoutMs);
    giveUp.unref();
    void service.stop().then(() => {
      flush();
      process.exit(0);
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A terminal or supervisor that went away must not take the service with it before it has stopped.
  process.on('SIGHUP', stop);
}

try {
  await run();
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error('Photokiosk could not start:', error);
  process.exit(1);
}
