/**
 * This file is loaded into every process of a test run. If the process of a test file is still alive when its time limit
 * is over, this ends it, so that the run ends and reports the file as failed. The test runner limits only the tests
 * themselves: a server or a program that a test has left behind would keep the process alive for ever.
 */

/** Milliseconds from the start of the process; without this variable there is no limit. */
const limitMs = Number(process.env.TEST_PROCESS_MS_MAX);

// The runner sets this variable only in the processes of test files. The runner itself loads this file too.
if (process.env.NODE_TEST_CONTEXT !== undefined && limitMs > 0) {
  const watch = setTimeout(() => {
    const resources = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(`The process of this test file did not end within ${limitMs} ms. Still open: ${resources}`);
    process.exit(1);
  }, limitMs);
  // The timer itself must not keep the process alive.
  watch.unref();
}
