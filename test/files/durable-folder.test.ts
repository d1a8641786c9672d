import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedFolderSyncs } from '../../src/files/durable-folder.ts';

/** Syncs that end when the test says so. */
function manualSyncs() {
  const begun: PromiseWithResolvers<void>[] = [];
  return {
    begun,
    sync() {
      const one = Promise.withResolvers<void>();
      begun.push(one);
      return one.promise;
    },
  };
}

const turn = () => new Promise(setImmediate);

test('calls for one folder share a sync, but never one that began before the call', async () => {
  const { begun, sync } = manualSyncs();
  const shared = sharedFolderSyncs(sync);
  const first = [shared('a'), shared('a')];
  await turn();
  assert.equal(begun.length, 1);
  const second = [shared('a'), shared('a'), shared('a')];
  await turn();
  assert.equal(begun.length, 1, 'the second sync waits for the first one');
  begun[0]?.resolve();
  await Promise.all(first);
  await turn();
  assert.equal(begun.length, 2);
  begun[1]?.resolve();
  await Promise.all(second);
});

test('syncs of different folders run at the same time', async () => {
  const { begun, sync } = manualSyncs();
  const shared = sharedFolderSyncs(sync);
  const both = [shared('a'), shared('b')];
  await turn();
  assert.equal(begun.length, 2);
  for (const one of begun) one.resolve();
  await Promise.all(both);
});

test('a failed sync rejects its own callers, and a later call syncs again', async () => {
  const { begun, sync } = manualSyncs();
  const shared = sharedFolderSyncs(sync);
  const failed = assert.rejects(shared('a'), /EIO/);
  await turn();
  const later = shared('a');
  begun[0]?.reject(new Error('EIO'));
  await failed;
  await turn();
  begun[1]?.resolve();
  await later;
});
