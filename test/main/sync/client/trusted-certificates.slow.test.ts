/** [Remotes] Trusted certificates: those of Node, the operating system and NODE_EXTRA_CA_CERTS, through a proxy too. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createPlain, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { message } from '../../../../shared/messages/message.ts';
import { createSelfSignedCertificate } from '../../../self-signed-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-trust-'));
const authority = join(folder, 'authority.pem');
const { key, cert } = createSelfSignedCertificate();
const server = createServer({ key, cert }, (_, outgoing) => outgoing.end('[]'));
const tunnels: string[] = [];
const proxy = createPlain((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    tunnels.push(data.toString('latin1').split('\r\n')[0] ?? '');
    const { port } = server.address() as AddressInfo;
    const through = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    through.on('error', () => socket.destroy());
    socket.pipe(through).pipe(socket);
  });
});
const open = (each: Server) => new Promise<void>((done) => each.listen(0, '127.0.0.1', done));

beforeAll(async () => {
  writeFileSync(authority, cert);
  await open(server);
  await open(proxy);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  proxy.close();
  rmSync(folder, { recursive: true });
});

/** The environment without the proxy and certificate variables of this machine. */
function requestFrom(url: string, more: Record<string, string>): Promise<unknown> {
  const { PATH = '', HOME = '' } = process.env;
  const script = resolve(import.meta.dirname, 'client-fixture.ts');
  return new Promise((done, failed) =>
    execFile(process.execPath, [script, url], { env: { PATH, HOME, ...more } }, (error, out) =>
      error ? failed(error) : done(JSON.parse(out)),
    ),
  );
}
const serverUrl = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('a server with an untrusted certificate receives nothing, not even the key', async () => {
  expect(await requestFrom(serverUrl(), {})).toEqual({
    type: 'notSent',
    reason: message('remote.network.certificateUntrusted'),
  });
});

test('NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  expect(await requestFrom(serverUrl(), { NODE_EXTRA_CA_CERTS: authority })).toEqual({ type: 'response', status: 200 });
});

test.runIf(process.platform === 'linux')('so does the certificate store of the system', async () => {
  expect(await requestFrom(serverUrl(), { SSL_CERT_FILE: authority })).toEqual({ type: 'response', status: 200 });
});

test('both apply through a proxy of the environment', async () => {
  const https_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // A host name other than loopback, which bypasses every proxy; the certificate is for that name.
  const url = 'https://localhost.:8443';
  const answer = await requestFrom(url, { https_proxy, NODE_EXTRA_CA_CERTS: authority });
  expect(tunnels).toEqual(['CONNECT localhost.:8443 HTTP/1.1']);
  expect(answer).toEqual({ type: 'response', status: 200 });
});
