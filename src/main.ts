/** The entry point: reads the environment, starts the role, prints the addresses, and stops on a signal. */

import './main/without-maglev.ts';
import { readConfig } from './config.ts';
import { openLog } from './main/log.ts';
import { startFailure } from './main/start-failure.ts';
import { startService } from './main/start-service.ts';
import { firstOperator } from './usecases/operators/ensure-operator.ts';

/**
 * The time after which the process exits even if the stop has not finished. It is longer than the time
 * limits of running jobs and requests during a stop.
 */
const stopTimeoutMs = 20_000;

/** How long the process answers 503 before it ends because of its disk. */
const answerGraceMs = 500;

async function run(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const { log, flush } = openLog(config.logLevel);
  // Write the log lines before a crash, because they explain it. The process then ends as usual.
  process.on('uncaughtExceptionMonitor', flush);
  const service = await startService(config, log, () => {
    setTimeout(() => {
      flush();
      process.exit(1);
    }, answerGraceMs);
  });
  if (service.url !== null) {
    console.log(`Shop:    ${service.url}/`);
    console.log(`Console: ${service.url}/admin`);
  } else {
    console.log('Worker:  waiting for jobs');
    if (service.healthUrl !== null) console.log(`Health:  ${service.healthUrl}/health/ready`);
  }
  if (service.madePassword !== null) {
    console.log(`Sign in to the console as ${firstOperator} with the password ${service.madePassword}`);
    console.log('This password is shown only once. To choose another, set ADMIN_PASSWORD and restart.');
  }
  if (config.paymentProviders.some(({ name }) => name === 'sandbox')) {
    console.log('Payments: sandbox, a test bank. No real money moves, and every order can be had for free.');
  }

  let stopping = false;
  const stop = () => {
    // A second signal ends the process at once.
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
  // The terminal or supervisor has closed: stop as after the other signals, instead of ending at once.
  process.on('SIGHUP', stop);
}

try {
  await run();
} catch (error) {
  const sentence = startFailure(error);
  if (sentence === null) console.error('Photokiosk could not start:', error);
  else console.error(sentence);
  process.exit(1);
}
