/**
 * An image process that an attacker has taken over, for tests. It tries acts that image processes must not be able to
 * do, and writes the result of each try to the target file, as JSON.
 */

import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { parseRunMessage } from '../../../src/imaging/process/protocol.ts';

/** The addresses and files to attack, which the test wrote to the source file. */
interface Targets {
  readonly keyFile: string;
  readonly codeFile: string;
  readonly socketFile: string;
  readonly port: number;
  readonly servicePid: number;
}

async function attack({ keyFile, codeFile, socketFile, port, servicePid }: Targets, sourceFile: string) {
  const status = ownStatus();
  return {
    readKey: attempt(() => readFileSync(keyFile)),
    readServiceEnvironment: attempt(() => readFileSync(`/proc/${servicePid}/environ`)),
    // `/proc/…/root` is the file system as the service sees it.
    readKeyThroughService: attempt(() => readFileSync(`/proc/${servicePid}/root${keyFile}`)),
    listScratch: attempt(() => readdirSync(dirname(sourceFile))),
    changeCode: attempt(() => closeSync(openSync(codeFile, 'a'))),
    startProgram: attempt(() => execFileSync('/bin/true')),
    connect: await reaches(() => connect(port, '127.0.0.1')),
    connectToSocketFile: await reaches(() => connect(socketFile)),
    mayGainPrivileges: /^NoNewPrivs:\s*0$/m.test(status),
    hasCapabilities: /^Cap(Eff|Prm):\s*0*[1-9a-f]/m.test(status),
    userId: process.getuid?.() ?? -1,
  };
}

/** @returns the status of this process; empty if the permission model forbids to read it. */
function ownStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'latin1');
  } catch {
    return '';
  }
}

export type AttackReport = Awaited<ReturnType<typeof attack>>;

function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

function reaches(open: () => ReturnType<typeof connect>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open();
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
}

process.on('message', (value) => {
  const { taskId, task } = parseRunMessage(value);
  if (task.kind === 'check' || task.kind === 'measure') throw new Error('no photo check expected');
  const targets = JSON.parse(readFileSync(task.sourceFile, 'utf8')) as Targets;
  void attack(targets, task.sourceFile).then((report) => {
    writeFileSync(task.targetFile, JSON.stringify(report));
    const outcome = { kind: 'made', size: { widthPx: 1, heightPx: 1 }, contentType: 'image/jpeg' };
    process.send?.({ type: 'finished', taskId, outcome });
  });
});

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.({ type: 'ready' });
