/** A release feed on loopback, signed with a key of its own, and the AppImage that it offers. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signFeed } from '../../../../scripts/update-feed.mjs';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
/** The key of another publisher, whose signature must be rejected. */
export const otherKey = generateKeyPairSync('ed25519').privateKey;
export const feedPublicKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export interface Release {
  readonly version: string;
  readonly content: Buffer;
  /** By default that of an AppImage. */
  readonly file?: string;
  readonly notes?: string;
  readonly stagingPercentage?: number;
  readonly sha512?: string;
  readonly size?: number;
  readonly signingKey?: typeof privateKey | null;
}

/** As electron-builder.yml names it. */
export const appImageName = 'Taleport-x86_64.AppImage';

const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** As electron-builder writes it, signed. */
export function createFeed({
  version,
  content,
  file = appImageName,
  notes,
  stagingPercentage,
  signingKey = privateKey,
  ...claimed
}: Release): string {
  const feed = [
    `version: ${version}`,
    'files:',
    `  - url: ${file}`,
    `    sha512: ${claimed.sha512 ?? sha512(content)}`,
    `    size: ${claimed.size ?? content.length}`,
    '    blockMapSize: 200',
    ...(stagingPercentage === undefined ? [] : [`stagingPercentage: ${stagingPercentage}`]),
    ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
    `releaseDate: '2026-11-22T10:00:00.000Z'`,
    '',
  ].join('\n');
  return signingKey ? signFeed(feed, signingKey) : feed;
}

export interface UpdateServer {
  readonly url: string;
  /** The requested paths. */
  readonly requests: string[];
  readonly headers: IncomingHttpHeaders[];
  close(): void;
}

type Reply = (response: ServerResponse, path: string) => void;

/** Answers requests for the feed and for everything else. */
export async function startUpdateServer({ feed, file }: { readonly feed: Reply; readonly file: Reply }): Promise<UpdateServer> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const listener: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(pathname);
    headers.push(request.headers);
    (pathname.endsWith('.yml') ? feed : file)(response, pathname);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // An IPv4 or IPv6 address: the server listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`,
    requests,
    headers,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const replyWith =
  (body: string | Buffer): Reply =>
  (response) =>
    void response.end(body);
export const notFound: Reply = (response) => void response.writeHead(404).end();
/** Sends half of it, and then breaks the connection. */
export const cutAfter =
  (content: Buffer, bytes: number): Reply =>
  (response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => response.destroy());
  };
/** Sends without end, as long as the client reads. */
export const endless: Reply = (response) => {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};
/** Redirects to another address. */
export const fromElsewhere =
  (content: Buffer): Reply =>
  (response, path) => {
    if (path.startsWith('/elsewhere/')) response.end(content);
    else response.writeHead(302, { location: `/elsewhere${path}` }).end();
  };
/** Sends a part of it, and then nothing more. */
export const stall =
  (content: Buffer, bytes: number): Reply =>
  (response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, bytes));
  };
