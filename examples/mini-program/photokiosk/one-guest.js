"use strict";
/**
 * Lets a caller without a token become one guest. Otherwise each of several calls at the same time would create a guest
 * of its own, and the orders and memberships of all but one would be lost. The later calls wait for the token of the first.
 */
Object.defineProperty(exports, "__esModule", { value: true });
exports.oneGuest = oneGuest;
/** Resolves with `promise`, or rejects when `signal` aborts. */
function unlessAborted(promise, signal) {
    if (signal === null)
        return promise;
    return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort);
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
}
/**
 * @returns a function that starts a call as soon as there is a token, or no other call could bring one. It rejects when
 * `signal` aborts while the call waits.
 */
function oneGuest(hasToken) {
    let first = null;
    const end = () => {
        first = null;
    };
    return async (call, signal) => {
        while (!hasToken() && first !== null)
            await unlessAborted(first, signal);
        const result = call();
        if (!hasToken())
            first = result.then(end, end);
        return result;
    };
}
