/** Sends corrupted requests to the service in this process and checks every response for what must always be true. */
import { Dice } from './dice.ts';
import type { IdPool } from './fuzz-bodies.ts';
import { createFuzzRequest, type FuzzRequest } from './fuzz-requests.ts';
import { startingStory } from './fuzz-story.ts';
import { inProcessPlace } from './in-process.ts';
import type { ServiceAt } from './place.ts';

/** The statuses in service.md, and 413 (G9), 302 (G14), 304 and 206 of downloads, 416 of ranges. */
const known = new Set([200, 201, 206, 302, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 416, 429]);

export interface FuzzCounts {
  sent: number;
  readonly statuses: Map<number, number>;
  /** Milliseconds of the slowest request, and which one it was. */
  slowest: { took: number; request: string };
}

/** Each round has its own project and can be repeated from its seed alone. */
export async function sendFuzzRequests(seed: number, count: number, counts: FuzzCounts): Promise<void> {
  const dice = new Dice(seed);
  const service = await inProcessPlace.open();
  try {
    const pool = await poolOf(service, dice);
    const round = { seed, counts, fingerprint: await fingerprint(service) };
    for (let at = 0; at < count; at++) await sendOne(service, dice, pool, at, round);
  } finally {
    await service.close();
  }
}

interface Round {
  readonly seed: number;
  readonly counts: FuzzCounts;
  /** Of all projects, after the previous request. */
  fingerprint: string;
}

async function sendOne(service: ServiceAt, dice: Dice, pool: IdPool, at: number, round: Round): Promise<void> {
  const { seed, counts } = round;
  const request = createFuzzRequest(dice, pool);
  const requestText = describe(request);
  const fail = (says: string): never => {
    throw new Error(`${says}\n${requestText}\nrequest ${at} of TALEPORT_SEED=${seed}`);
  };
  const isCompared = at % 200 === 0;
  const content = isCompared ? await contentOf(service, pool) : '';
  const start = performance.now();
  const response = await send(service, request).catch((error: unknown) => fail(`It threw: ${String(error)}`));
  if (!response) return;
  const text = await response.text();
  const took = performance.now() - start;
  if (took > counts.slowest.took) counts.slowest = { took, request: requestText.slice(0, 300) };
  const { status } = response;
  counts.sent++;
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);

  if (!known.has(status)) fail(`It answers ${status}: ${text.slice(0, 500)}`);
  const before = round.fingerprint;
  round.fingerprint = await fingerprint(service);
  if (status >= 400) {
    const fault = faultIn(response, text, request);
    if (fault) fail(`${fault} (${status}): ${text.slice(0, 500)}`);
    if (round.fingerprint !== before) fail(`It answers ${status} and changed something`);
    if (isCompared && (await contentOf(service, pool)) !== content) fail(`It answers ${status} and the project changed`);
  }
  if (/\[object |undefined is not|TypeError|RangeError|node_modules|\.ts:\d/.test(text) && status !== 200 && status !== 201)
    fail(`It reveals internals: ${text.slice(0, 500)}`);
  if (({} as Record<string, unknown>).polluted !== undefined || Object.keys(Object.prototype).length > 0)
    fail('It polluted Object.prototype');
}

/** A request that cannot be constructed is skipped. */
async function send(service: ServiceAt, { path, method, headers, body }: FuzzRequest): Promise<Response | undefined> {
  const made = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll('KEY', name === 'authorization' && value === 'KEY' ? `Bearer ${service.key}` : service.key),
    ]),
  );
  const init: RequestInit = { method, headers: made, ...(body === undefined ? {} : { body }) };
  try {
    new Request(`http://127.0.0.1${path}`, init);
  } catch {
    return undefined;
  }
  return service.fetch(path, init);
}

/** [Errors 2, 4, G4] the error object, with an error by field or a message for the user. */
function faultIn(response: Response, text: string, { method }: FuzzRequest): string | undefined {
  if (method === 'HEAD') return text === '' ? undefined : 'HEAD has a body';
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) return `It is ${type}`;
  const body = JSON.parse(text) as Record<string, unknown>;
  if (response.status === 401) return text === '{"error":"Unauthenticated."}' ? undefined : 'A 401 has only `error`';
  const { title, status, detail, errors, errorCode } = body;
  if (typeof title !== 'string' || title === '') return 'No title';
  if (status !== response.status) return 'Another status in the object';
  if (detail !== null && typeof detail !== 'string') return 'A detail that is no text';
  if (!Number.isInteger(errorCode)) return 'No errorCode';
  if (typeof errors !== 'object' || errors === null) return 'No errors';
  if (Array.isArray(errors) && errors.length > 0) return 'Errors as a list';
  for (const message of Object.values(errors)) {
    if (typeof message !== 'string' || message === '') return 'A fault without words';
  }
  const says = Object.keys(errors).length > 0 || (typeof detail === 'string' && detail.length > 10);
  if (response.status === 400 && !says) return 'A 400 that says nothing';
  return text.length > 100_000 ? 'An answer that is larger than it should be' : undefined;
}

/** What changes with every write to any project. */
const fingerprint = async ({ ask }: ServiceAt): Promise<string> => JSON.stringify(await ask('project.list', {}));

async function contentOf(service: ServiceAt, { hash }: IdPool): Promise<string> {
  const parts: string[] = [];
  for (const path of ['json?allLocales=true', 'unity', 'css', 'comments', 'asset', 'board', 'component'])
    parts.push(await (await service.fetch(`/api/v1/${hash}/${path}`, init(service))).text());
  return parts.join('\n');
}
const init = ({ key }: ServiceAt, method = 'GET', body?: unknown): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** Two projects: the tested one with records of every kind, and another whose ids must not work there. */
async function poolOf(service: ServiceAt, dice: Dice): Promise<IdPool> {
  const make = async () => {
    const response = await service.fetch(
      '/api/v1/workspace/projects/import',
      init(service, 'POST', { name: 'Fire', project: startingStory(dice) }),
    );
    return ((await response.json()) as { hash: string }).hash;
  };
  const [hash, otherHash] = [await make(), await make()];
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await service.fetch(`/api/v1/${hash}${path}`, init(service, method, body));
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const create = async (path: string, body: unknown) => ((await call('POST', path, body)) as { id: string }).id;
  const boards = (await call('GET', '/board')) as { id: string; type: string }[];
  const board = boards.filter(({ type }) => type === 'board').map(({ id }) => id);
  const [boardId = ''] = board;
  const spot = { boardId, x: 50, y: 60 };
  const many = async (times: number, path: string, body: (at: number) => object) => {
    const ids: string[] = [];
    for (let at = 0; at < times; at++) ids.push(await create(path, body(at)));
    return ids;
  };
  const element = await many(6, '/element', () => ({ ...spot, title: '<p>Here</p>' }));
  const component = await many(4, '/component', (at) => ({ name: `C${at}` }));
  const asset = [
    ...(await many(2, '/asset', () => ({ name: 'a.png', type: 'image' }))),
    ...(await many(2, '/asset', () => ({ name: 'a.mp3', type: 'audio', file: 'x' }))),
  ];
  const branch = await many(3, '/branch', () => ({ ...spot, conditions: { elseIfConditions: [{ script: 'a' }], elseCondition: {} } }));
  const condition: string[] = [];
  for (const id of branch) {
    const { conditions } = (await call('GET', `/branch/${id}`)) as { conditions: { elseIfConditions: { id: string }[] } };
    condition.push(...conditions.elseIfConditions.map((each) => each.id));
  }
  const [one = '', two = ''] = element;
  const between = (at: number) => ({
    boardId,
    sourceid: element[at] ?? one,
    sourceType: 'elements',
    targetid: two,
    targetType: 'elements',
  });
  const ids = {
    board,
    folder: boards.filter(({ type }) => type === 'folder').map(({ id }) => id),
    element,
    component,
    asset,
    branch,
    condition,
    note: await many(3, '/note', () => spot),
    jumper: await many(3, '/jumper', () => spot),
    connection: await many(5, '/connection', between),
    variable: await many(4, '/variable', (at) => ({ name: `w${at}` })),
    attribute: await many(4, `/element/${one}/attribute`, () => ({ value: { type: 'rich-text', data: 'x' } })),
    componentAttachment: await many(2, `/element/${one}/component`, (at) => ({ componentId: component[at] })),
    audioAttachment: await many(2, `/element/${one}/audio`, () => ({ assetId: asset[3] })),
  };
  const others = await service.fetch(`/api/v1/${otherHash}/json`, init(service));
  const { boards: theirs, elements } = (await others.json()) as { boards: object; elements: object };
  return { hash, otherHash, ids, otherIds: [...Object.keys(theirs), ...Object.keys(elements)] };
}

function describe({ method, path, headers, body, spoilt }: FuzzRequest): string {
  const bodyText = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1');
  return `${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${bodyText?.slice(0, 600) ?? ''} (${spoilt.join(', ')})`;
}
