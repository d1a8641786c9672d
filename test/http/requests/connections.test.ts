/** The limits of connections, tested with sockets from several addresses of the loopback network. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { trustedProxies } from '../../../src/http/requests/trusted-proxies.ts';
import { eventually, type ListeningApp, listeningApp } from '../../support/listening-app.ts';

/** Opens a connection from a loopback address, and waits until the service has accepted it. */
async function open({ app, port }: ListeningApp, t: TestContext, localAddress: string): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  // A socket that is not read would not notice that the service closes it.
  socket.resume();
  t.after(() => socket.destroy());
  await accepted;
  return socket;
}

const call = 'POST /v1/goods_list HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';

async function answered(socket: Socket): Promise<void> {
  socket.write(call);
  const [chunk] = await once(socket, 'data');
  assert.match(String(chunk), /^HTTP\/1\.1 200 /);
}

describe('a limit of connections', () => {
  it('per client closes the client’s oldest idle connection, and no connection of another client', async (t) => {
    const service = await listeningApp(t, { limits: { connectionsPerClientMax: 2 } });
    const other = await open(service, t, '127.0.0.2');
    const first = await open(service, t, '127.0.0.3');
    const second = await open(service, t, '127.0.0.3');
    const third = await open(service, t, '127.0.0.3');
    if (!first.closed) await once(first, 'close');
    for (const socket of [other, second, third]) await answered(socket);
  });

  it('of all clients together closes connections of the client that has the most connections', async (t) => {
    const service = await listeningApp(t, { limits: { connectionsMax: 4 } });
    const other = await open(service, t, '127.0.0.2');
    const greedy: Socket[] = [];
    for (let i = 0; i < 3; i++) greedy.push(await open(service, t, '127.0.0.3'));
    const newcomers = [await open(service, t, '127.0.0.4'), await open(service, t, '127.0.0.5')];
    await eventually(() => greedy.filter(({ closed }) => closed).length === 2);
    for (const socket of [other, ...newcomers]) await answered(socket);
  });

  it('counts a connection with a half-sent head or body as idle', async (t) => {
    const service = await listeningApp(t, { limits: { connectionsPerClientMax: 2 } });
    const halves = [
      'POST /v1/goods_list HTTP/1.1\r\nHost:',
      'POST /v1/fetch_order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ];
    const slow: Socket[] = [];
    for (const half of halves) {
      const socket = await open(service, t, '127.0.0.3');
      socket.write(half);
      slow.push(socket);
    }
    await answered(await open(service, t, '127.0.0.3'));
    await eventually(() => slow[0]?.closed === true);
    await answered(await open(service, t, '127.0.0.3'));
    await eventually(() => slow[1]?.closed === true);
  });

  it('never closes a connection on which a request is being processed; the new connection is refused instead', async (t) => {
    const service = await listeningApp(t, { limits: { connectionsPerClientMax: 1 } });
    let release: () => void = () => undefined;
    service.fake.script({
      listGoods: () =>
        new Promise((resolve) => {
          release = () => resolve([]);
        }),
    });
    const working = await open(service, t, '127.0.0.3');
    working.write(call);
    await eventually(() => service.fake.callsOf('listGoods').length === 1);
    const newcomer = await open(service, t, '127.0.0.3');
    await eventually(() => newcomer.closed);
    const answer = once(working, 'data');
    release();
    assert.match(String(await answer), /^HTTP\/1\.1 200 /);
  });

  it('per client does not apply to a trusted proxy, whose connections are closed last', async (t) => {
    const limits = { connectionsPerClientMax: 1, connectionsMax: 3 };
    const service = await listeningApp(t, { trustProxy: ['127.0.0.9'], limits });
    const proxy = [await open(service, t, '127.0.0.9'), await open(service, t, '127.0.0.9')];
    const stranger = await open(service, t, '127.0.0.3');
    const newcomer = await open(service, t, '127.0.0.4');
    await eventually(() => stranger.closed);
    for (const socket of [...proxy, newcomer]) await answered(socket);
  });
});

describe('a trusted proxy', () => {
  const cases = [
    [['10.0.0.0/8'], '10.9.8.7', true],
    [['10.0.0.0/8'], '::ffff:10.9.8.7', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['loopback'], '::1', true],
    [['uniquelocal'], 'fd00::1', true],
    [['linklocal'], '169.254.1.1', true],
    [['2001:db8::1'], '2001:db8::1', true],
    [['2001:db8::1'], '2001:db8::2', false],
    [['linklocal'], 'fe80::1%eth0', true],
    [['loopback'], '', false],
    [[], '127.0.0.1', false],
    [true, '203.0.113.1', true],
    [false, '127.0.0.1', false],
  ] as const;
  for (const [trusted, address, expected] of cases) {
    it(`${expected ? 'is' : 'is not'} the address ${address} if the setting is ${JSON.stringify(trusted)}`, () => {
      assert.equal(trustedProxies(trusted)(address), expected);
    });
  }
});
