/**
 * 停止等待的信号。小程序里没有 AbortController，这里只实现客户端用到的部分，
 * 可以作为 signal 传给客户端，例如 waitForResult。
 */
function createStop() {
  const listeners = new Set();
  const signal = {
    aborted: false,
    reason: undefined,
    throwIfAborted() {
      if (signal.aborted) throw signal.reason;
    },
    addEventListener: (_type, listener) => listeners.add(listener),
    removeEventListener: (_type, listener) => listeners.delete(listener),
  };
  function stop() {
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = new Error('stopped');
    for (const listener of [...listeners]) listener();
  }
  return { signal, stop };
}

module.exports = { createStop };
