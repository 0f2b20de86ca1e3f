/**
 * A test's project, written over HTTP. Every write is checked for the version envelope and the version after the previous write,
 * and every rejected write for having changed nothing.
 */
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';
import { newUuid } from './new-uuid.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface Story {
  readonly client: Client;
  readonly hash: string;
  /** The first board. */
  readonly board: string;
  /** Paths start after the project's hash. */
  get(path: string): Promise<Answer>;
  /** The body of a GET that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what may be anything, and fails where it is not what it expects.
  read(path: string): Promise<any>;
  /** A POST that must answer 201 with `C`: the id. */
  create(path: string, body?: object): Promise<string>;
  /** A write that must answer 200 with `V` and change something. */
  change(method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<void>;
  patch(path: string, body: object): Promise<void>;
  remove(path: string): Promise<void>;
  /** A write that must answer 200 with `V` and change nothing. */
  same(path: string, body: object): Promise<void>;
  /** A write that must succeed, whether it changes something or not. */
  write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
  /** A write that must be rejected with this status and these fields in `errors`, and change nothing. */
  refuse(status: number, method: string, path: string, body?: unknown, ...fields: string[]): Promise<Answer>;
  /** The current version. */
  version(): Promise<number>;
  element(fields?: object): Promise<string>;
  note(fields?: object): Promise<string>;
  jumper(fields?: object): Promise<string>;
  branch(fields?: object): Promise<string>;
  connection(sourceid: string, targetid: string, fields?: object): Promise<string>;
  newBoard(fields?: object): Promise<string>;
  boardFolder(fields?: object): Promise<string>;
  component(fields?: object): Promise<string>;
  componentFolder(fields?: object): Promise<string>;
  variable(fields?: object): Promise<string>;
  asset(fields?: object): Promise<string>;
  assetFolder(fields?: object): Promise<string>;
  attribute(owner: string, fields?: object): Promise<string>;
}

/** A new project with one empty board. */
export async function newStory(client: Client): Promise<Story> {
  const { status, body } = await client.post('/workspace/projects', { template: 'empty' });
  expect(status).toBe(201);
  return storyOf(client, body.hash);
}

export async function storyOf(client: Client, hash: string): Promise<Story> {
  const at = (path: string) => `/${hash}${path}`;
  const tree = (await client.get(at('/board'))).body as { id: string; name: string; type: string }[];
  const first = tree.find(({ type }) => type === 'board');
  let last: number | undefined;

  const read = async (path: string) => {
    const { status, body } = await client.get(at(path));
    expect(status, `GET ${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  };
  /** Determined by a write that changes nothing. */
  const version = async (): Promise<number> => {
    const board = (await read('/board')).find(({ type }: { type: string }) => type === 'board');
    const { body } = await client.patch(at(`/board/${board.id}`), { name: board.name });
    expectEnvelope(body, { changed: false });
    return body.version;
  };
  const written = (answer: Answer, status: number, what: string, changed = true): void => {
    expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(status);
    expectEnvelope(answer.body, { changed, id: status === 201 });
    if (last !== undefined) expect(answer.body.version, `${what} follows the write before it`).toBe(last);
    last = answer.body.newVersion;
  };
  const write: Story['write'] = async (method, path, body) => {
    const answer = await client.send(method, at(path), body);
    const { version: before, newVersion } = answer.body;
    written(answer, method === 'POST' ? 201 : 200, `${method} ${path} ${JSON.stringify(body)}`, newVersion !== before);
    return answer;
  };
  const create = async (path: string, body?: object) => {
    const answer = await client.post(at(path), body);
    written(answer, 201, `POST ${path} ${JSON.stringify(body)}`);
    return answer.body.id as string;
  };
  const change = async (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
    written(await client.send(method, at(path), body), 200, `${method} ${path} ${JSON.stringify(body)}`);
  const refuse: Story['refuse'] = async (status, method, path, body, ...fields) => {
    last ??= await version();
    const answer = await client.send(method, at(path), body);
    const responseText = `${method} ${path} ${JSON.stringify(body)?.slice(0, 300)}: ${JSON.stringify(answer.body)}`;
    expect(answer.status, responseText).toBe(status);
    for (const field of fields) expectFaultAt(answer, field, responseText);
    expect(await version(), `${responseText} must apply nothing`).toBe(last);
    return answer;
  };
  const board = first?.id ?? '';
  const place = { boardId: board, x: 10, y: 20 };
  return {
    client,
    hash,
    board,
    get: (path) => client.get(at(path)),
    read,
    create,
    change,
    patch: (path, body) => change('PATCH', path, body),
    remove: (path) => change('DELETE', path),
    same: async (path, body) => written(await client.patch(at(path), body), 200, `PATCH ${path} ${JSON.stringify(body)}`, false),
    write,
    refuse,
    version,
    element: (fields) => create('/element', { ...place, ...fields }),
    note: (fields) => create('/note', { ...place, ...fields }),
    jumper: (fields) => create('/jumper', { ...place, ...fields }),
    branch: (fields) => create('/branch', { ...place, ...fields }),
    connection: (sourceid, targetid, fields) =>
      create('/connection', { boardId: board, sourceid, sourceType: 'elements', targetid, targetType: 'elements', ...fields }),
    newBoard: (fields) => create('/board', { ...fields }),
    boardFolder: (fields) => create('/board', { type: 'folder', ...fields }),
    component: (fields) => create('/component', { ...fields }),
    componentFolder: (fields) => create('/component', { type: 'folder', ...fields }),
    variable: (fields) => create('/variable', { name: `v_${newUuid().slice(-8)}`, ...fields }),
    asset: (fields) => create('/asset', { name: 'door.png', type: 'image', ...fields }),
    assetFolder: (fields) => create('/asset', { name: 'Pictures', ...fields }),
    attribute: (owner, fields) => create(`${owner}/attribute`, { value: { type: 'rich-text' }, ...fields }),
  };
}

/** An error is reported at the field, or at a place inside of it. */
export function expectFaultAt({ body }: Answer, field: string, responseText = JSON.stringify(body)): void {
  const at = Object.keys(body.errors).filter(
    (path) => path === field || (path.startsWith(field) && /[./[]/.test(path[field.length] ?? '')),
  );
  expect(at, `errors name ${field}: ${responseText}`).not.toEqual([]);
}

/** Exactly `V`, or exactly `C`. */
export function expectEnvelope(body: unknown, { changed, id = false }: { changed: boolean; id?: boolean }): void {
  const responseText = JSON.stringify(body);
  const { version, newVersion, versionTime } = body as { version: number; newVersion: number; versionTime: unknown };
  expect(Object.keys(body as object).sort(), responseText).toEqual([...(id ? ['id'] : []), 'newVersion', 'version', 'versionTime']);
  expect(Number.isInteger(version), responseText).toBe(true);
  expect(newVersion, responseText).toBe(changed ? version + 1 : version);
  if (changed) expect(versionTime, responseText).toEqual([expect.stringMatching(/^\d+$/), expect.any(String)]);
  else expect(versionTime, responseText).toBeNull();
  if (id) expect((body as { id: unknown }).id, responseText).toMatch(uuid);
}

/** An id that no record has. */
export const unknownId = (): string => newUuid();

/** Asserts that a value has these fields and no others except those in the second list. */
export function expectFields(value: unknown, fields: readonly string[], open: readonly string[] = []): void {
  const keys = Object.keys(value as object);
  expect([...keys].sort(), JSON.stringify(value)).toEqual(expect.arrayContaining([...fields].sort()));
  expect(
    keys.filter((key) => !fields.includes(key) && !open.includes(key)),
    `fields of ${JSON.stringify(value)} that nobody knows`,
  ).toEqual([]);
}

/** The text of a localized field in a language; a missing one is null. */
export const textIn = (map: unknown, locale = 'en'): string | null =>
  (map as Record<string, { text: string | null } | undefined> | null)?.[locale]?.text ?? null;
