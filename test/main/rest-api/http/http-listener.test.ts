import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpListener, type HttpListenerOptions, startHttpListener } from '../../../../main/rest-api/http/http-listener.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { lastAnswer, raw } from './raw.ts';

const open: HttpListener[] = [];
const lines: string[] = [];

afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close(100);
  lines.length = 0;
});

/** A handler that returns the request that it received, with its body. */
async function echo(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
  return Response.json({ method: request.method, pathname, text });
}

async function start(options: Partial<HttpListenerOptions> = {}): Promise<HttpListener> {
  const listener = await startHttpListener({ port: 0, handle: echo, log: (line) => lines.push(line), ...options });
  open.push(listener);
  return listener;
}

const errorObject = (status: number) => ({
  status,
  title: expect.any(String),
  detail: expect.any(String),
  errors: expect.anything(),
  errorCode: expect.any(Number),
});
const get = (headers: string) => `GET /api/v1/x HTTP/1.1\r\n${headers}\r\n\r\n`;

async function withHost(port: number, host: string, more = ''): Promise<{ status: number; body: unknown }> {
  return lastAnswer(await raw(port, get(`Host: ${host}\r\nConnection: close${more}`)).answer);
}

describe('the service on the network', () => {
  it('answers on this machine, by all of its names, and nowhere else', async () => {
    const { url, port } = await start();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(await (await fetch(`${url}/api/v1/one`)).json()).toEqual({ method: 'GET', pathname: '/api/v1/one', text: '' });
    for (const name of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) expect((await withHost(port, name)).status).toBe(200);
    expect(lastAnswer(await raw(port, get(`Host: [::1]:${port}\r\nConnection: close`), '::1').answer).status).toBe(200);
    expect(lines).toEqual([`The service listens on ${url}.`]);
  });

  it('logs a warning when other machines can reach it, and then lists the addresses of this one', async () => {
    const { url, port } = await start({ host: '0.0.0.0' });
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(lines.at(-1)).toMatch(/^WARNING: .* other machines can reach it/);
    expect((await withHost(port, `127.0.0.1:${port}`)).status).toBe(200);
    expect((await withHost(port, `evil.example:${port}`)).status).toBe(403);
  });

  it('[issue B] rejects a foreign Host header, against DNS rebinding', async () => {
    const { port } = await start();
    for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, 'localhost', `127.0.0.1.evil.example:${port}`, ''])
      expect(await withHost(port, host)).toEqual({ status: 403, body: errorObject(403) });
  });

  it('rejects every Origin but its own, including preflights, and sends no CORS header', async () => {
    const { url, port } = await start();
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${port}`, `http://localhost:${port}`, 'file://'])
      expect(await withHost(port, `127.0.0.1:${port}`, `\r\nOrigin: ${origin}`)).toEqual({ status: 403, body: errorObject(403) });
    const own = await fetch(`${url}/x`, { headers: { origin: url } });
    expect(own.status).toBe(200);
    const preflight = await fetch(`${url}/x`, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    for (const { headers } of [own, preflight]) expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['no HTTP at all', 'hello there\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: PLACE\r\nhost: PLACE\r\nConnection: close\r\n\r\n', 400],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: PLACE\r\n: x\r\n\r\n', 400],
    ['both lengths', 'POST / HTTP/1.1\r\nHost: PLACE\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: PLACE\r\nContent-Length: -3\r\n\r\nabc', 400],
    ['broken chunks', 'POST / HTTP/1.1\r\nHost: PLACE\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: PLACE\r\n\r\n', 400],
    ['another version', 'GET / HTTP/9.9\r\nHost: PLACE\r\n\r\n', 400],
    ['an address of another machine', 'GET http://evil.example/ HTTP/1.1\r\nHost: PLACE\r\nConnection: close\r\n\r\n', 400],
    ['an address that is no path', 'GET * HTTP/1.1\r\nHost: PLACE\r\nConnection: close\r\n\r\n', 400],
    ['a backslash in the path', 'GET /a\\b HTTP/1.1\r\nHost: PLACE\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: PLACE\r\n\r\n', 405],
    ['an expectation', 'POST / HTTP/1.1\r\nHost: PLACE\r\nExpect: tea\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', 417],
    ['headers without end', `GET / HTTP/1.1\r\nHost: PLACE\r\nX: ${'x'.repeat(100_000)}`, 431],
    ['an address without end', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: PLACE\r\n\r\n`, 431],
  ])('answers %s in the same form, and continues', async (_, bytes, status) => {
    const { url, port } = await start();
    const said = await raw(port, bytes.replaceAll('PLACE', `127.0.0.1:${port}`)).answer;
    expect(lastAnswer(said)).toEqual({ status, body: errorObject(status) });
    expect(said).toMatch(/\r\nconnection: close\r\n/i);
    expect((await fetch(`${url}/x`)).status).toBe(200);
  });

  it('accepts long URLs: a query may contain hundreds of boards', async () => {
    const { url } = await start();
    const query = Array.from({ length: 800 }, () => 'boardIds[]=5f0c7a52-4c1d-4b7e-9a3f-0d6f2c9b8e11').join('&');
    expect((await fetch(`${url}/x?${query}`)).status).toBe(200);
  });

  it('ends a connection whose headers or body do not arrive with a 408', async () => {
    const { port } = await start({ limits: { headersTimeout: 150, idleTimeout: 600 } });
    const headers = raw(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `);
    const body = raw(port, `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 10\r\n\r\nabc`);
    for (const { answer } of [headers, body]) expect(lastAnswer(await answer)).toEqual({ status: 408, body: errorObject(408) });
  });

  it('ends a body that stalls, although the connection may be idle for longer; a form waits for its file', async () => {
    const ended: string[] = [];
    const { port } = await start({ limits: { bodyTimeout: 100, idleTimeout: 600_000 } });
    const request = (type: string) =>
      raw(port, `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\nabc`);
    const form = request('multipart/form-data; boundary=x');
    void form.answer.then(() => ended.push('form'));
    expect(lastAnswer(await request('application/json').answer)).toEqual({ status: 408, body: errorObject(408) });
    expect(ended).toEqual([]);
    form.socket.destroy();
  });

  it('sends every error as JSON, whoever makes it', async () => {
    const { port } = await start({
      handle: async () => {
        throw new Problem('conflict', verbatim('a handler'));
      },
    });
    const answers = [
      get(`Host: evil.example\r\nConnection: close`),
      get(`Host: 127.0.0.1:${port}\r\nConnection: close`),
      'no HTTP\r\n\r\n',
    ];
    for (const text of answers) expect((await raw(port, text).answer).toLowerCase()).toContain('\r\ncontent-type: application/json\r\n');
  });

  it('lets a handler take longer than a client may be silent', async () => {
    const requested = Promise.withResolvers<void>();
    const silence = Promise.withResolvers<void>();
    const { url, port } = await start({
      // Long enough for the request itself on a busy machine.
      limits: { idleTimeout: 500 },
      handle: async () => {
        requested.resolve();
        await silence.promise;
        return new Response('thought');
      },
    });
    const answer = fetch(`${url}/x`);
    await requested.promise;
    // Another connection that is silent for as long has been cut when it closes.
    await raw(port, '').answer;
    silence.resolve();
    expect(await (await answer).text()).toBe('thought');
  });

  it('survives clients that disconnect in the middle of a body or of an answer', async () => {
    const failures: unknown[] = [];
    const { url, port } = await start({
      handle: async (request) => {
        if (request.method === 'POST') await request.text().catch((error: unknown) => failures.push(error));
        return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }, { highWaterMark: 0 }));
      },
    });
    for (let round = 0; round < 20; round++) {
      const asking = raw(port, `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100000\r\n\r\nabc`);
      const reading = raw(port, get(`Host: 127.0.0.1:${port}`));
      await reading.until('200 OK');
      asking.socket.resetAndDestroy();
      reading.socket.resetAndDestroy();
    }
    await expect.poll(() => failures.length).toBe(20);
    expect((await fetch(url)).status).toBe(200);
    expect(lines.filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('cuts a response that fails halfway, so that it is not taken for complete, and logs why', async () => {
    const { url, port } = await start({
      handle: async () => {
        let pieces = 0;
        const pull = (controller: ReadableStreamDefaultController) => {
          if (++pieces > 3) throw new Error('the disk is gone');
          controller.enqueue(new Uint8Array(1000));
        };
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: { 'content-type': 'image/png' } });
      },
    });
    const said = await raw(port, get(`Host: 127.0.0.1:${port}`)).answer;
    expect(said).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(said).not.toMatch(/disk|\r\n0\r\n\r\n$/);
    await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow();
    expect(lines.filter((line) => line.includes('the disk is gone'))).toHaveLength(2);
  });

  it('answers what the handler throws in the same object, and logs what is not a Problem', async () => {
    const errors: unknown[] = [new Error('a bug'), new Problem('notFound', verbatim('There is no such thing.'))];
    const { url } = await start({ handle: async () => Promise.reject(errors.shift()) });
    const bug = await fetch(`${url}/x`);
    expect([bug.status, await bug.json()]).toEqual([500, errorObject(500)]);
    expect((await fetch(`${url}/x`)).status).toBe(404);
    expect(lines.filter((line) => line.includes('failed'))).toEqual([expect.stringContaining('a bug')]);
  });

  it('reports a port in use, for IPv4 and IPv6', async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use`);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
    const taken = Number(Reflect.get(Object(other.address()), 'port'));
    await expect(start({ port: taken })).rejects.toThrow(`Port ${taken} is in use`);
    await expect(start({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'invalid', json: { errors: { host: expect.any(String) } } });
    other.close();
  });
});

describe('closing it', () => {
  it('accepts no new connections, answers received requests, and closes idle connections', async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const { url, port, close } = await start({
      handle: async (request) => {
        if (request.url.endsWith('/slow')) {
          started.resolve();
          await goOn.promise;
        }
        return new Response('done');
      },
    });
    const keptAlive = raw(port, get(`Host: 127.0.0.1:${port}`));
    await keptAlive.until('done');
    const slow = fetch(`${url}/slow`);
    await started.promise;
    const closed = close(10_000);
    await keptAlive.answer;
    await expect(new Promise((_, reject) => connect(port, '127.0.0.1').once('error', reject))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    goOn.resolve();
    const answer = await slow;
    expect(answer.headers.get('connection')).toBe('close');
    expect(await answer.text()).toBe('done');
    await closed;
  });

  it('waits for work whose client has disconnected: it may still write', async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let worked = false;
    const { port, close } = await start({
      handle: async () => {
        started.resolve();
        await goOn.promise;
        worked = true;
        return new Response('done');
      },
    });
    const client = raw(port, get(`Host: 127.0.0.1:${port}`));
    await started.promise;
    client.socket.resetAndDestroy();
    const closed = close(10_000);
    await client.answer;
    goOn.resolve();
    await closed;
    expect(worked).toBe(true);
  });

  it('cuts what does not end in time', async () => {
    const started = Promise.withResolvers<void>();
    const { port, close } = await start({
      handle: async () => {
        started.resolve();
        return new Promise(() => undefined);
      },
    });
    const client = raw(port, get(`Host: 127.0.0.1:${port}`));
    await started.promise;
    await close(50);
    expect(await client.answer).toBe('');
  });
});
