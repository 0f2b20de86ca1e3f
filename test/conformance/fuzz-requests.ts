/** Requests generated from the route table and then corrupted: paths, queries, methods, headers, bodies, multipart streams. */
import type { Route } from '../../shared/contracts/rest/routes/route.ts';
import { routes } from '../../shared/contracts/rest/routes/routes.ts';
import type { Dice } from './dice.ts';
import { corruptBody, corruptText, hostileValue, type IdPool, validValue } from './fuzz-bodies.ts';

export interface FuzzRequest {
  readonly route: Route;
  readonly method: string;
  /** Path from the root on. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** How the request was corrupted, for the report. */
  readonly spoilt: readonly string[];
}

/** Rows that create whole projects are slow, so they are rare; the tested project is never deleted. */
const weights = routes
  .filter(({ name }) => name !== 'removeProject')
  .flatMap((route) => Array.from({ length: weightOf(route) }, () => route));

function weightOf({ name, method, countsAsTransfer }: Route): number {
  if (name === 'createProject') return 1;
  if (name === 'importProject') return 2;
  if (countsAsTransfer) return 2;
  if (method === 'DELETE') return 1;
  return method === 'GET' ? 6 : 20;
}

export function createFuzzRequest(dice: Dice, pool: IdPool): FuzzRequest {
  const route = dice.oneOf(weights);
  const spoilt: string[] = [];
  const headers: Record<string, string> = { authorization: 'KEY', accept: 'application/json' };
  let method: string = route.method;
  let path = `/api/v1${soundPath(route, dice, pool)}`;
  let body: FuzzRequest['body'];
  if (route.multipart) body = multipart(dice, headers, spoilt);
  else if (route.body || (method !== 'GET' && dice.once(10))) {
    headers['content-type'] = 'application/json';
    const made = route.body ? (validValue(route.body, '', dice, pool) as Record<string, unknown>) : {};
    for (let times = dice.oneOf([0, 0, 1, 1, 1, 2]); times > 0; times--) {
      corruptBody(made, dice);
      spoilt.push('body');
    }
    body = JSON.stringify(made);
    if (dice.once(12)) {
      body = corruptText(body, dice);
      spoilt.push('text');
    }
  }
  if (dice.once(12)) {
    path = spoiltPath(path, dice, pool);
    spoilt.push('path');
  }
  if (dice.once(route.countsAsTransfer ? 2 : 20)) {
    path += `?${query(dice, pool)}`;
    spoilt.push('query');
  }
  if (dice.once(25)) {
    method = dice.oneOf(['PUT', 'OPTIONS', 'HEAD', 'FOO', 'Patch', 'GET', 'POST', 'PATCH', 'DELETE', 'PROPFIND']);
    spoilt.push('method');
  }
  if (dice.once(15)) {
    Object.assign(headers, dice.oneOf(oddHeaders));
    spoilt.push('headers');
  }
  if (/^(GET|HEAD)$/i.test(method)) body = undefined;
  return { route, method, path, headers, ...(body === undefined ? {} : { body }), spoilt };
}

function soundPath({ path }: Route, dice: Dice, { hash, ids }: IdPool): string {
  const id = (param: string) => dice.find(ids[param.replace(/Id$/, '')] ?? []) ?? dice.uuid();
  return path.replace(/:(\w+)/g, (_whole, param: string) => (param === 'hash' ? hash : id(param)));
}

const strangeSegments = [
  '..',
  '.',
  '%2e%2e',
  '%2F',
  'a%2Fb',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%C0%AF',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'workspace',
  'user',
  'null',
  'undefined',
  'root_asset',
  'project',
  '',
  '0',
  '-1',
  ';a=b',
  'ü',
  '%F0%9F%A6%8A',
  '*',
  ':hash',
  'x'.repeat(300),
  'x'.repeat(9000),
  '%41'.repeat(500),
];

function spoiltPath(path: string, dice: Dice, { otherHash, otherIds, ids }: IdPool): string {
  const parts = path.split('/');
  const at = 3 + dice.below(Math.max(1, parts.length - 3));
  const set = (value: string) => parts.map((part, index) => (index === at ? value : part)).join('/');
  return dice.oneOf<() => string>([
    () => set(dice.oneOf(strangeSegments)),
    () => set(dice.find(otherIds) ?? 'x'),
    () => set(dice.oneOf(Object.values(ids).flat())),
    () => parts.map((part, index) => (index === 3 ? otherHash : part)).join('/'),
    () => set((parts[at] ?? '').toUpperCase()),
    () => set(encodeURIComponent(`${parts[at]}/..`)),
    () => set([...(parts[at] ?? '')].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')),
    () => `${path}/`,
    () => `${path}/${dice.oneOf(strangeSegments)}`,
    () => `/${path}`,
    () => path.replace('/api/v1', '/api'),
    () => path.replace('/api/v1', dice.oneOf(['/api/v2', '/API/v1', '/api/v1/', '', '/api//v1', '/api/v1/v1'])),
    () => parts.slice(0, at).join('/'),
  ])();
}

function query(dice: Dice, { ids }: IdPool): string {
  const board = dice.find(ids.board ?? []) ?? 'x';
  const one = () =>
    dice.oneOf([
      'locale=en',
      'locale=de',
      'locale=xx',
      'locale[]=en',
      'locale=en&locale=de',
      'locale=',
      'locale=__proto__',
      'allLocales=true',
      'allLocales=1',
      'allLocales=TRUE',
      'allLocales[]=true',
      'fallbackContents=true',
      'fallbackContents=x',
      `boardIds[]=${board}`,
      `boardIds=${board}`,
      'boardIds[][]=a',
      'boardIds[a]=b',
      'boardIds[0][1]=c',
      'boardIds[]=nobody',
      'boardIds[__proto__]=x',
      `boardIds[]=${'x'.repeat(4000)}`,
      '%',
      '%zz=%zz',
      '__proto__[x]=1',
      '&&&==&',
      'a'.repeat(5000),
    ]);
  return Array.from({ length: 1 + dice.below(3) }, one).join('&');
}

const oddHeaders: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: '*/*' },
  { accept: '' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'multipart/form-data; boundary="\\"' },
  { 'content-type': `multipart/form-data; boundary=${'x'.repeat(2000)}` },
  { 'content-type': 'application/json;;;=' },
  { 'content-type': '' },
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer  ' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { authorization: 'bearer KEY' },
  { authorization: 'Bearer KEY, Bearer KEY' },
  { authorization: 'Bearer __proto__' },
  { 'content-length': '-1' },
  { 'content-length': '99999999999' },
  { 'content-length': 'x' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-match': '"1"' },
  { 'idempotency-key': 'x' },
  { range: 'bytes=0-1' },
  { range: 'bytes=-5,0-,9-1' },
  { 'svc-no-filter-asset-names': 'true' },
  { 'x-forwarded-for': '127.0.0.1', host: 'evil.example' },
  { cookie: 'a=b', origin: 'https://evil.example' },
];

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A multipart body, usually corrupted: truncated, with wrong boundaries, unexpected parts and names. */
function multipart(dice: Dice, headers: Record<string, string>, spoilt: string[]): Uint8Array<ArrayBuffer> {
  const boundary = 'xxTaleportxx';
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  const part = (head: string, bytes: Uint8Array) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
  const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, Buffer.from(value));
  const fileName = dice.oneOf(['a.png', '', '../../x', 'a\u0000b', 'ü.png', '"', 'x'.repeat(2000), 'con', 'a.png\r\nX: y', '.', '%00']);
  const file = (bytes: Uint8Array, name = 'file') =>
    part(
      `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${dice.oneOf(['image/png', 'text/html', '', 'x'])}`,
      bytes,
    );
  const bytes = dice.oneOf<Uint8Array>([
    png,
    png,
    png,
    png.subarray(0, 20),
    Buffer.alloc(0),
    Buffer.from('<svg onload=x>'),
    Buffer.alloc(3000, 7),
  ]);
  const type = dice.oneOf(['image', 'image', 'image', 'audio', 'video', '', 'svg', '__proto__']);
  const parts = dice.oneOf<() => Uint8Array[]>([
    () => [field('type', type), file(bytes)],
    () => [file(bytes), field('type', type)],
    () => [field('type', type)],
    () => [file(bytes)],
    () => [field('type', type), file(bytes), file(bytes)],
    () => [field('type', type), file(bytes, 'other')],
    () => [field('type', type), field('type', 'audio'), file(bytes)],
    () => [field('type', type), field('file', 'no file'), field('name', 'x')],
    () => [...Array.from({ length: 300 }, (_, at) => field(`f${at}`, 'x')), file(bytes)],
    () => [field('__proto__', 'x'), field('type', 'x'.repeat(100_000)), file(bytes)],
  ])();
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  const way = dice.below(6);
  if (way > 0) spoilt.push('multipart');
  if (way === 1) return new Uint8Array(whole.subarray(0, dice.below(whole.length + 1)));
  if (way === 2)
    headers['content-type'] = `multipart/form-data; boundary=${dice.oneOf(['other', '', `${boundary}x`, '"', 'x'.repeat(300)])}`;
  if (way === 3)
    return new Uint8Array(
      Buffer.concat([whole.subarray(0, dice.below(whole.length)), Buffer.from(JSON.stringify(hostileValue(dice)).slice(0, 500)), whole]),
    );
  if (way === 4) headers['content-length'] = String(dice.below(100));
  return new Uint8Array(whole);
}
