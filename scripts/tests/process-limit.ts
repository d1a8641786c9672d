/**
 * This file is loaded before each test file. It ends the process of a test file that still runs after the time limit,
 * so that the run ends and names the file. The test runner limits only the tests themselves: a server or a program that
 * a failed test has left behind would keep the process of its file alive for ever.
 */

const limitMs = Number(process.env.TEST_PROCESS_MS_MAX);

// The runner sets this variable only in the processes of test files. The runner itself loads this file too.
if (process.env.NODE_TEST_CONTEXT !== undefined && limitMs > 0) {
  const watch = setTimeout(() => {
    const resources = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(`The process of this test file did not end within ${limitMs} ms. Still open: ${resources}`);
    process.exit(1);
  }, limitMs);
  watch.unref();
}
