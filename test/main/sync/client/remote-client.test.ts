/** The outcome of a request, whatever the server does: exact, reported once, and without the key. */

import { createServer as createPlain } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DecompressionLimitError, decompress } from '../../../../main/platform/decompress.ts';
import { chooseProxy } from '../../../../main/sync/client/proxy.ts';
import { openRemoteClient } from '../../../../main/sync/client/remote-client.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import { interceptionReason, type SendResult, type SyncRequest, toWriteOutcome } from '../../../../main/sync/protocol/sync-request.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { createWaitClock } from '../../../test-environment.ts';
import { type FaultyServer, secret, sendCut, sendJson, startFaultyServer } from './faulty-server.ts';

let server: FaultyServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const asking = { method: 'PATCH', path: '/abc/element/1', body: { x: 1 } };
const sending: SyncRequest = {
  operation: { type: 'change', kind: 'element', id: '1', part: 'fields', fields: ['x'] },
  route: 'changeElement',
  ...asking,
  expected: [],
};

async function came(
  does: Parameters<typeof startFaultyServer>[0],
  options: Parameters<FaultyServer['client']>[0] = {},
): Promise<SendResult> {
  server = await startFaultyServer(does);
  return await server.client(options).send(asking);
}

async function lost(
  does: Parameters<typeof startFaultyServer>[0],
  options: Parameters<FaultyServer['client']>[0] = {},
): Promise<RemoteUnavailableError> {
  server = await startFaultyServer(does);
  const error = await server
    .client(options)
    .get('/abc/json')
    .then(() => undefined)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof RemoteUnavailableError)) throw new Error(`no Lost: ${String(error)}`);
  expect(error.message).not.toContain(secret);
  return error;
}

describe('a write', () => {
  test('returns status and JSON; it is sent once, with key and content type', async () => {
    const heads: unknown[] = [];
    const answer = await came((incoming, outgoing) => {
      heads.push([incoming.headers.authorization, incoming.headers.accept, incoming.headers['content-type']]);
      sendJson(outgoing, 200, { version: 1, newVersion: 2, versionTime: ['1', '0.5'] });
    });
    expect(answer).toEqual({ type: 'response', status: 200, json: { version: 1, newVersion: 2, versionTime: ['1', '0.5'] } });
    expect(heads).toEqual([[`Bearer ${secret}`, 'application/json', 'application/json']]);
    expect(server?.requests).toEqual(['PATCH /api/v1/abc/element/1']);
  });

  test('whose 200 was cut has an unknown outcome', async () => {
    expect(await came((_, outgoing) => sendCut(outgoing, 200))).toEqual({ type: 'noResponse' });
    expect(server?.requests).toHaveLength(1);
  });

  test('whose 400 was cut is still rejected', async () => {
    expect(await came((_, outgoing) => sendCut(outgoing, 400))).toEqual({ type: 'response', status: 400, json: null });
  });

  test('without an envelope in its 200 has an unknown outcome', async () => {
    for (const text of ['<html>', '{"hello": 1}', '[]', '']) {
      const answer = await came((_, outgoing) => outgoing.end(text));
      expect(toWriteOutcome(sending, answer)).toEqual({ type: 'unconfirmed' });
      await server?.close();
    }
  });

  test('has an unknown outcome when the connection is reset before the response', async () => {
    expect(await came((incoming) => incoming.socket.destroy())).toEqual({ type: 'noResponse' });
    expect(server?.requests).toHaveLength(1);
  });

  test('has an unknown outcome when the response does not arrive or stalls', async () => {
    const timeouts = { connect: 5000, headers: 300, body: 300 };
    expect(await came(() => undefined, { timeouts })).toEqual({ type: 'noResponse' });
    await server?.close();
    const stops = (_: unknown, outgoing: Parameters<typeof sendJson>[0]) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('{');
    };
    expect(await came(stops, { timeouts })).toEqual({ type: 'noResponse' });
  });

  test('has an unknown outcome when its response is endless', async () => {
    const endless = (_: unknown, outgoing: Parameters<typeof sendJson>[0]) => {
      const piece = Buffer.alloc(1024 ** 2, 0x20);
      const more = () => {
        while (!outgoing.destroyed && outgoing.write(piece));
      };
      outgoing.on('drain', more);
      more();
    };
    expect(await came(endless)).toEqual({ type: 'noResponse' });
  });

  test('has an unknown outcome when its response takes more memory than any project', async () => {
    expect(await came((_, outgoing) => void outgoing.end(Buffer.alloc(15_000_000, '[')))).toEqual({ type: 'noResponse' });
  });

  test('was not sent when nobody listens, the host name does not exist, or TLS fails', async () => {
    const plain = createPlain((socket) => {
      socket.on('error', () => undefined);
      socket.end('this is no TLS');
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as { port: number };
    const closed = await startFaultyServer(() => undefined);
    await closed.close();
    for (const url of [closed.url, 'https://nobody.invalid', `https://127.0.0.1:${port}`]) {
      const client = openRemoteClient({ url, key: () => secret, clock: createWaitClock(() => 0) });
      expect(await client.send(asking), url).toEqual({ type: 'notSent' });
      await expect(client.get('/abc/json'), url).rejects.toBeInstanceOf(RemoteUnavailableError);
      await client.close();
    }
    plain.close();
  });

  test('that nobody accepts ends nothing but itself, beside others and while the client is closed', async () => {
    server = await startFaultyServer((_, outgoing) => sendJson(outgoing, 200, {}));
    const { url } = server.client();
    await server.close();
    const rejections: unknown[] = [];
    const record = (reason: unknown): void => void rejections.push(reason);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', record);
    try {
      const client = openRemoteClient({ url, key: () => secret, clock: createWaitClock(() => 0) });
      const together = await Promise.all([client.send(asking), client.send(asking), client.send(asking)]);
      expect(together).toEqual(together.map(() => ({ type: 'notSent' })));
      const late = [client.send(asking), client.send(asking)];
      await Promise.all([client.close(), ...late]);
      // Rejections are reported after the microtasks of a turn.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', record);
      for (const listener of others) process.on('unhandledRejection', listener);
    }
    expect(rejections).toEqual([]);
  });

  test('after the client was closed is not sent, even if it were the first', async () => {
    server = await startFaultyServer((_, outgoing) => sendJson(outgoing, 200, {}));
    const client = server.client();
    await client.close();
    expect(await client.send(asking)).toEqual({ type: 'notSent' });
    expect(server.requests).toEqual([]);
  });

  test('[Authentication 2] redirected to /login means an invalid key; other redirects are not followed', async () => {
    const answer = await came((_, outgoing) => outgoing.writeHead(302, { location: '/login' }).end('<html>'));
    expect(answer).toEqual({ type: 'response', status: 401, json: null });
    await server?.close();
    const elsewhere = await came((_, outgoing) => outgoing.writeHead(307, { location: 'https://elsewhere.invalid/api/v1/abc' }).end());
    expect(toWriteOutcome(sending, elsewhere)).toEqual({ type: 'unauthorized', status: 307 });
    expect(server?.requests).toHaveLength(1);
  });

  test('[Limits 5] with a 429 waits as the response says: seconds, a date, or the time of the reset', async () => {
    const limits: (number | undefined)[] = [];
    const onLimited = (seconds: number | undefined) => limits.push(seconds);
    const date = new Date(Date.UTC(2026, 0, 1, 0, 0, 30)).toUTCString();
    const heads = [{ 'retry-after': '7' }, { 'retry-after': date }, { 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 11) }, {}];
    for (const head of heads) {
      const answer = await came((_, outgoing) => sendJson(outgoing, 429, {}, head as Record<string, string>), { onLimited });
      expect(answer).toMatchObject({ type: 'response', status: 429 });
      await server?.close();
    }
    expect(limits).toEqual([7, 30, 11, undefined]);
  });

  test('[Limits 4] reports the remaining quota, for rejections too', async () => {
    const quotas: unknown[] = [];
    const head = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '58' };
    await came((_, outgoing) => sendJson(outgoing, 403, {}, head), { onQuota: (quota) => quotas.push(quota) });
    expect(quotas).toEqual([{ limit: 60, remaining: 58, transfer: false }]);
  });

  test('returns errors of the server unchanged', async () => {
    for (const status of [500, 502, 503])
      expect(toWriteOutcome(sending, await came((_, outgoing) => sendJson(outgoing, status, {})))).toEqual({ type: 'unconfirmed' });
  });

  test('is not sent without a key or before its turn', async () => {
    const does = (_: unknown, outgoing: Parameters<typeof sendJson>[0]) => sendJson(outgoing, 200, {});
    expect(await came(does, { key: () => undefined })).toEqual({ type: 'response', status: 401, json: null });
    expect(server?.requests).toEqual([]);
    await server?.close();
    const beforeRequest = () => {
      throw new RemoteUnavailableError(verbatim('Paused.'));
    };
    expect(await came(does, { beforeRequest })).toEqual({ type: 'notSent' });
    expect(server?.requests).toEqual([]);
  });

  test('passes the request to the queue, and whether it is an export', async () => {
    const turns: unknown[] = [];
    server = await startFaultyServer((_, outgoing) => sendJson(outgoing, 200, []));
    const client = server.client({ beforeRequest: (turn) => void turns.push([turn.path, turn.transfer]) });
    for (const path of ['/abc/json?allLocales=true', '/abc/unreal?allLocales=true', '/abc/css', '/abc/asset/json/file'])
      await client.send({ method: 'GET', path });
    expect(turns).toEqual([
      ['/abc/json?allLocales=true', true],
      ['/abc/unreal?allLocales=true', true],
      ['/abc/css', false],
      ['/abc/asset/json/file', false],
    ]);
  });
});

describe('a read', () => {
  test('whose response is no JSON, cut or reset fails and can be retried', async () => {
    const wrongs: Parameters<typeof startFaultyServer>[0][] = [
      (_, outgoing) => outgoing.end('<html>Please sign in to this network</html>'),
      (_, outgoing) => sendCut(outgoing, 200),
      (incoming) => incoming.socket.destroy(),
      (_, outgoing) => sendJson(outgoing, 503, {}),
      (_, outgoing) => outgoing.end(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
    ];
    for (const wrong of wrongs) {
      expect((await lost(wrong)).isPermanent).toBe(false);
      expect(server?.requests).toHaveLength(1);
      await server?.close();
    }
  });

  test.each([
    ['brackets', Buffer.alloc(60_000_000, '[')],
    ['values', Buffer.concat([Buffer.from('['), Buffer.alloc(60_000_000, '0,'), Buffer.from('0]')])],
  ])('of 60 MB of %s takes no memory, and is not repeated without end', async (_, bytes) => {
    const error = await lost((_, outgoing) => void outgoing.end(bytes));
    expect(error).toMatchObject({ isPermanent: true, text: { key: 'remote.unavailable.tooLarge' } });
  });

  test('[I44] that is no JSON and rejects the key comes from something in between', async () => {
    for (const [type, body] of [
      ['text/html', '<p>No'],
      ['text/plain', 'RBAC: access denied'],
      ['', ''],
    ] as const) {
      for (const status of [401, 403]) {
        const error = await lost((_, outgoing) => outgoing.writeHead(status, { 'content-type': type }).end(body));
        expect(error).toMatchObject({ status: undefined, isPermanent: false, isForeign: true, text: interceptionReason(status) });
        await server?.close();
      }
      const answer = await came((_, outgoing) => outgoing.writeHead(403, { 'content-type': type }).end(body));
      expect(toWriteOutcome(sending, answer)).toEqual({ type: 'intercepted', status: 403 });
      await server?.close();
    }
  });

  test('that is forbidden, missing or redirected fails finally', async () => {
    for (const status of [401, 403, 404]) {
      expect(await lost((_, outgoing) => sendJson(outgoing, status, {}))).toMatchObject({ status, isPermanent: true });
      await server?.close();
    }
    expect((await lost((_, outgoing) => outgoing.writeHead(302, { location: '/login' }).end())).status).toBe(401);
    await server?.close();
    const moved = await lost((_, outgoing) => outgoing.writeHead(301, { location: 'https://elsewhere.invalid/team/api/v1/abc' }).end());
    expect(moved).toMatchObject({ isPermanent: true, text: { key: 'remote.unavailable.redirectTo' } });
    expect(t(moved.text)).toBe('The server redirects to https://elsewhere.invalid/team. Enter that address instead.');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)('that is compressed (%s) is decompressed, and damaged data is no response', async (encoding, compress) => {
    const project = { name: 'Castle', notes: Array.from({ length: 2000 }, (_, at) => `Note ${at}`) };
    const encodings: unknown[] = [];
    server = await startFaultyServer((incoming, outgoing) => {
      encodings.push(incoming.headers['accept-encoding']);
      const bytes = compress(Buffer.from(JSON.stringify(project)));
      const isWhole = encodings.length === 1;
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      outgoing.end(isWhole ? bytes : bytes.subarray(0, bytes.length / 2));
    });
    const client = server.client();
    expect(await client.get('/abc/json')).toEqual(project);
    expect(encodings).toEqual(['gzip, deflate, br']);
    await expect(client.get('/abc/json')).rejects.toMatchObject({ isPermanent: false, text: { key: 'remote.unavailable.notJson' } });
    expect(await client.send(asking)).toEqual({ type: 'noResponse' });
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('of a few bytes that stand for very many (%s) is given up early', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(100_000_000, ' '));
    let content = 0;
    const body = (async function* () {
      yield bomb;
    })();
    const read = async () => {
      for await (const piece of decompress(body, encoding)) content += piece.length;
    };
    await expect(read()).rejects.toBeInstanceOf(DecompressionLimitError);
    expect(content).toBeLessThan(30_000_000);
    const error = await lost((_, outgoing) => void outgoing.writeHead(200, { 'content-encoding': encoding }).end(bomb));
    expect(error).toMatchObject({ isPermanent: true, text: { key: 'remote.unavailable.tooLarge' } });
  });

  test('rejected by the limit says until when', async () => {
    const limited = await lost((_, outgoing) => sendJson(outgoing, 429, {}, { 'retry-after': '20' }));
    expect(limited).toMatchObject({ retryAt: createWaitClock(() => Date.UTC(2026, 0, 1)).now() + 20_000, isPermanent: false });
  });
});

describe('the address', () => {
  test('[remotes] http is allowed for this machine only; /api/v1 is added once', () => {
    const open = (url: string) => openRemoteClient({ url, key: () => secret, clock: createWaitClock(() => 0) });
    for (const url of ['http://example.com', 'ftp://example.com', 'example', 'https://me:word@example.com'])
      expect(() => open(url), url).toThrow(/url/);
    for (const [url, at] of [
      ['https://example.com/', 'https://example.com'],
      ['https://example.com/api/v1/', 'https://example.com'],
      ['https://example.com/stories/api', 'https://example.com/stories'],
      [' http://localhost:8080 ', 'http://localhost:8080'],
      ['http://[::1]:8080', 'http://[::1]:8080'],
    ] as const)
      expect(open(url).url).toBe(at);
  });
});

describe('a proxy', () => {
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  beforeEach(() => {
    for (const name of names) delete process.env[name];
  });

  /** A proxy that answers every CONNECT with this status; `heads` are the requests that it has received. */
  async function startProxy(status: string) {
    const heads: string[] = [];
    const proxy = createPlain((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        heads.push(data.toString('latin1'));
        socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return { heads, host: `127.0.0.1:${(proxy.address() as { port: number }).port}`, close: () => proxy.close() };
  }

  /** Why a request to a workspace elsewhere was not sent, as a person reads it. */
  async function reasonOf(options: Partial<Parameters<typeof openRemoteClient>[0]> = {}): Promise<string> {
    const client = openRemoteClient({ url: 'https://stories.invalid', key: () => secret, clock: createWaitClock(() => 0), ...options });
    const answer = await client.exchange({ method: 'GET', path: '/workspace/projects' });
    await client.close();
    return answer.type === 'notSent' ? t(answer.reason) : answer.type;
  }

  test('of the environment is used for other hosts, and its refusal is told as its own', async () => {
    const [login, refusing] = [await startProxy('407 Proxy Authentication Required'), await startProxy('403 Forbidden')];
    process.env.https_proxy = `http://me:word@${login.host}`;
    expect(await reasonOf()).toBe(
      `The proxy ${login.host} requires a name and a password. ` +
        `Set the environment variable HTTPS_PROXY to http://NAME:PASSWORD@${login.host} and restart Taleport.`,
    );
    expect(login.heads[0]).toMatch(/^CONNECT stories\.invalid:443 /);
    expect(login.heads[0]).toContain(`Basic ${Buffer.from('me:word').toString('base64')}`);
    expect(login.heads.join()).not.toContain(secret);
    delete process.env.https_proxy;
    process.env.ALL_PROXY = `http://${refusing.host}`;
    expect(await reasonOf()).toBe(`The proxy ${refusing.host} refused the connection with status 403.`);
    for (const proxy of [login, refusing]) proxy.close();
  });

  test('that cannot be reached is told apart from a server', async () => {
    // As curl, without a scheme too.
    for (const address of ['http://127.0.0.1:9', '127.0.0.1:9']) {
      process.env.HTTPS_PROXY = address;
      expect(await reasonOf()).toBe(
        'The proxy 127.0.0.1:9 couldn’t be reached. Check the proxy settings of this computer and the environment variable HTTPS_PROXY.',
      );
    }
  });

  test('with an address that is none, or one of SOCKS, is a reason, not an error', async () => {
    for (const address of ['ftp://proxy.example:8080', 'http://', 'no address']) {
      process.env.https_proxy = address;
      expect(await reasonOf()).toBe('The address of the proxy in https_proxy isn’t valid. It must begin with http:// or https://.');
    }
    delete process.env.https_proxy;
    process.env.ALL_PROXY = 'socks5h://127.0.0.1:1080';
    expect(await reasonOf()).toBe(
      'ALL_PROXY names a SOCKS proxy, which Taleport doesn’t support. Set HTTPS_PROXY to the address of an HTTP proxy.',
    );
  });

  test('of the operating system is used where the environment names none, and looked up again after a failure', async () => {
    const proxy = await startProxy('502 Bad Gateway');
    const rules = [`SOCKS5 127.0.0.1:1080; PROXY ${proxy.host}; DIRECT`, 'SOCKS 127.0.0.1:1080'];
    const asked: string[] = [];
    const resolveSystemProxy = async (url: string) => {
      asked.push(url);
      return rules.shift() ?? 'DIRECT';
    };
    const client = openRemoteClient({
      url: 'https://stories.invalid',
      key: () => secret,
      clock: createWaitClock(() => 0),
      resolveSystemProxy,
    });
    const reason = async () => {
      const answer = await client.exchange({ method: 'GET', path: '/workspace/projects' });
      return answer.type === 'notSent' ? t(answer.reason) : answer.type;
    };
    expect(await reason()).toBe(`The proxy ${proxy.host} refused the connection with status 502.`);
    expect(await reason()).toBe(
      'This computer is set to a SOCKS proxy, which Taleport doesn’t support. ' +
        'Set the environment variable HTTPS_PROXY to the address of an HTTP proxy.',
    );
    expect(asked).toEqual(['https://stories.invalid/', 'https://stories.invalid/']);
    await client.close();
    process.env.HTTPS_PROXY = `http://${proxy.host}`;
    expect(await reasonOf({ resolveSystemProxy })).toBe(`The proxy ${proxy.host} refused the connection with status 502.`);
    expect(asked).toHaveLength(2);
    proxy.close();
  });

  test.each([
    ['stories.example', true],
    ['.example', true],
    ['*.example', true],
    ['other.example, stories.example:443', true],
    ['stories.example:8443', false],
    ['ories.example', false],
    ['*', true],
    ['', false],
  ])('is not used for what NO_PROXY names: %s', async (exceptions, isDirect) => {
    const env: Record<string, string> = { HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: exceptions };
    const choice = await chooseProxy(new URL('https://stories.example'), (name) => env[name]);
    expect(choice.type).toBe(isDirect ? 'direct' : 'proxy');
  });

  test('is not used for this machine', async () => {
    process.env.http_proxy = 'http://127.0.0.1:9';
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    expect(await came((_, outgoing) => sendJson(outgoing, 200, {}))).toEqual({ type: 'response', status: 200, json: {} });
  });
});
