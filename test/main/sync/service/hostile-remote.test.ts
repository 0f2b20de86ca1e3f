/** [I32, I33, I39] What a remote names and answers is checked before it is believed: limits, sizes, values, whole reads. Over HTTP, through a proxy that alters responses. */
import { describe, expect, test } from 'vitest';
import type { SyncStatus } from '../../../../shared/contracts/sync.ts';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import type { BufferedResponse } from '../../../sync-proof/fault-proxy.ts';
import { openProxiedSides } from './proxied-sides.ts';
import { boardOf, conflictsOf, element, type Side, syncOnce, titled } from './two-workspaces.ts';

const openSides = openProxiedSides();

type Json = Record<string, unknown>;
/** Alters the JSON of the response to `GET /api/v1/{hash}{path}`. */
type Alter = (json: Json) => void;

async function synced() {
  const { remoteSide, localSide, hash, board, proxy } = await openSides();
  const [first = '', second = ''] = [
    ...(await remoteSide.send(hash, element(board, 'First'))),
    ...(await remoteSide.send(hash, element(board, 'Second', 500))),
  ];
  await syncOnce(localSide, hash);
  const alterExport = (alter: Alter) => {
    proxy.onResponse = (line, response) => (line.startsWith(`GET /api/v1/${hash}/json`) ? withJson(response, alter) : response);
  };
  const titleOf = async (side: Side, id: string) => (await side.project(hash)).find('element', id)?.title.en?.text;
  return { remoteSide, localSide, hash, board, proxy, first, second, alterExport, titleOf };
}

function withJson(response: BufferedResponse, alter: Alter): BufferedResponse {
  const json = JSON.parse(response.body.toString('utf8')) as Json;
  alter(json);
  return withBody(response, json);
}

function withBody(response: BufferedResponse, json: unknown): BufferedResponse {
  const body = Buffer.from(JSON.stringify(json));
  return { ...response, headers: { ...response.headers, 'content-length': String(body.length) }, body };
}

const limited = (headers: Readonly<Record<string, string>>): BufferedResponse => ({
  status: 429,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from('{"title":"Too many requests","status":429,"detail":null,"errors":[],"errorCode":0}'),
});

describe('the limits that a remote names', () => {
  test.each([
    ['Retry-After', { 'retry-after': '999999999999' }],
    ['Retry-After as a date', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }],
    ['X-RateLimit-Reset', { 'x-ratelimit-reset': '999999999999' }],
  ])('[I33] one 429 with an absurd %s stops a remote for an hour at most, and resume ends the wait', async (_name, headers) => {
    const { remoteSide, localSide, hash, board, proxy } = await synced();
    await localSide.send(hash, element(board, 'Waits'));
    let isLimited = true;
    proxy.onResponse = (line, response) => (isLimited && line.startsWith('POST') ? limited(headers) : response);
    const status = (await syncOnce(localSide, hash)) as SyncStatus;
    expect(status).toMatchObject({ state: 'waiting', pending: 1 });
    const wait = Date.parse(status.until ?? '') - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600_000);
    isLimited = false;
    await localSide.ask('sync.pause', { hash, until: 'now' });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
    const elements = [...(await remoteSide.project(hash)).recordsOfKind('element')].map(({ title }) => title.en?.text);
    expect(elements.filter((title) => title === '<p>Waits</p>')).toHaveLength(1);
  });

  test('[I33] an absurd quota is ignored', async () => {
    const { localSide, remoteSide, hash, board, proxy } = await synced();
    const quota = { 'x-ratelimit-limit': '999999999999', 'x-ratelimit-remaining': '0' };
    proxy.onResponse = (line, response) =>
      line.startsWith('GET') ? { ...response, headers: { ...response.headers, ...quota } } : response;
    await localSide.ask('sync.run', { hash });
    proxy.onResponse = (_line, response) => response;
    await localSide.send(hash, element(board, 'Sent all the same'));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect([...(await remoteSide.project(hash)).recordsOfKind('element')].map(({ title }) => title.en?.text)).toContain(
      '<p>Sent all the same</p>',
    );
  });

  test.each<[string, Json]>([
    ['1e308 as a coordinate', { x: 1e308 }],
    ['a negative size', { width: -5 }],
    ['an absurd colour', { theme: { red: 1 } }],
  ])('[I20, I33] %s is rejected and reported with its record, and everything else continues', async (_name, fields) => {
    const { localSide, remoteSide, hash, board, first, second, alterExport, titleOf } = await synced();
    alterExport((story) => {
      const elements = story.elements as Record<string, Json>;
      Object.assign(elements[first] ?? {}, fields);
    });
    await remoteSide.send(hash, titled(second, 'Changed there'));
    await localSide.send(hash, element(board, 'Added here', 900));
    await syncOnce(localSide, hash);
    expect(await titleOf(localSide, second)).toBe('<p>Changed there</p>');
    expect([...(await remoteSide.project(hash)).recordsOfKind('element')].map(({ title }) => title.en?.text)).toContain(
      '<p>Added here</p>',
    );
    expect(await titleOf(localSide, first)).toBe('<p>First</p>');
    const reports = await localSide.ask('sync.reports', { hash });
    expect(reports.map(({ reason, record }) => [reason, record])).toContainEqual(['invalid', first]);
  });
});

test('[I20] a value that this version does not support costs its field, not its record, and the report names both', async () => {
  const { localSide, remoteSide, hash, first, second, alterExport, titleOf } = await synced();
  alterExport((story) => {
    const elements = story.elements as Record<string, Json>;
    Object.assign(elements[first] ?? {}, { theme: 'ultraviolet', x: 777 });
  });
  await remoteSide.send(hash, titled(second, 'Changed there'));
  expect(await syncOnce(localSide, hash)).toMatchObject({ pending: 0, conflicts: 0 });
  expect(await titleOf(localSide, second)).toBe('<p>Changed there</p>');
  const here = (await localSide.project(hash)).find('element', first);
  expect([here?.x, here?.theme]).toEqual([777, 'default']);
  const reports = (await localSide.ask('sync.reports', { hash })).filter(({ record }) => record === first);
  expect(reports.map(({ message }) => t(message))).toEqual([
    'In Team, “Colour” of the element “First” is “ultraviolet”, which this version of Taleport doesn’t support. It isn’t changed on either side.',
  ]);
});

describe('[I38] the main language was changed and the old one removed in the workspace', () => {
  test('nothing is sent, and both sides are the same in the end', async () => {
    const { localSide, remoteSide, hash, board, first, proxy } = await synced();
    await remoteSide.send(hash, { do: 'addLocale', locale: { iso: 'de', name: 'German', base: 'en' } });
    await remoteSide.send(hash, { do: 'change', kind: 'element', id: first, fields: { title: { de: { text: '<p>Erstes</p>' } } } });
    await remoteSide.send(hash, { do: 'create', kind: 'component', fields: { name: 'Ada' } });
    await syncOnce(localSide, hash);
    const before = proxy.requests.length;
    await remoteSide.send(hash, { do: 'makeMainLocale', iso: 'de' });
    await remoteSide.send(hash, { do: 'removeLocale', iso: 'en' });
    await syncOnce(localSide, hash);
    for (const { id } of await localSide.ask('conflict.list', { hash }))
      await localSide.ask('conflict.resolve', { ids: [id], resolution: { choice: 'remote' } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
    expect(proxy.since(before).filter((line) => !line.startsWith('GET'))).toEqual([]);
    const local = await localSide.project(hash);
    expect([local.mainLocale, local.find('element', first)?.title]).toEqual(['de', { de: { text: '<p>Erstes</p>' } }]);
    await localSide.send(hash, element(board, 'Nach dem Wechsel', 800));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect(await localSide.ask('sync.reports', { hash })).toEqual([]);
  });
});

describe('a firewall that refuses one text', () => {
  const page = { headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>Blocked by policy.</html>') };

  test.each([403, 401, 406, 413])(
    '[I44] with HTML and %i: this change is rejected with its text, and everything else is sent',
    async (status) => {
      const { localSide, remoteSide, hash, board, first, proxy, titleOf } = await synced();
      proxy.intercept = (_line, body) => (body.includes('DROP TABLE') ? { ...page, status } : undefined);
      await localSide.send(hash, titled(first, 'DROP TABLE'));
      await localSide.send(hash, element(board, 'Sent all the same', 900));
      expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'attention' });
      const titles = [...(await remoteSide.project(hash)).recordsOfKind('element')].map(({ title }) => title.en?.text);
      expect(titles).toContain('<p>Sent all the same</p>');
      const [report, ...others] = await localSide.ask('sync.reports', { hash });
      expect([report?.reason, report?.record, others]).toEqual(['rejected', first, []]);
      expect(report?.values).toMatchObject([{ field: 'title', local: '<p>DROP TABLE</p>' }]);
      expect(t(report?.message ?? verbatim(''))).toContain(String(status));
      proxy.intercept = () => undefined;
      await syncOnce(localSide, hash);
      expect(await titleOf(remoteSide, first)).toBe('<p>DROP TABLE</p>');
    },
  );
});

describe('[I20] an answer in another form', () => {
  test('of one entry of the project list keeps no other project from being synced', async () => {
    const { localSide, remoteSide, hash, first, proxy, titleOf } = await synced();
    const { hash: nameless } = await remoteSide.ask('project.create', { template: 'empty' });
    proxy.onResponse = (line, response) => {
      if (!line.startsWith('GET /api/v1/workspace/projects')) return response;
      const entries = JSON.parse(response.body.toString('utf8')) as Json[];
      return withBody(response, [...entries.map((entry) => (entry.hash === nameless ? { ...entry, name: null } : entry)), null, {}]);
    };
    await remoteSide.send(hash, titled(first, 'Changed there'));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced' });
    expect(await titleOf(localSide, first)).toBe('<p>Changed there</p>');
    expect((await localSide.ask('remote.projects', { name: 'Team' })).map(({ name }) => name)).toContain(nameless);
  });

  test('of the time in the project list: the project is read, and is not called missing', async () => {
    const { localSide, remoteSide, hash, first, proxy, titleOf } = await synced();
    let withTime: (entry: Json) => Json = ({ updatedAt, ...entry }) => entry;
    proxy.onResponse = (line, response) => {
      if (!line.startsWith('GET /api/v1/workspace/projects')) return response;
      const entries = JSON.parse(response.body.toString('utf8')) as Json[];
      return withBody(response, entries.map(withTime));
    };
    for (const title of ['One', 'Two']) {
      await remoteSide.send(hash, titled(first, title));
      expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced' });
      expect(await titleOf(localSide, first)).toBe(`<p>${title}</p>`);
    }
    withTime = (entry) => entry;
    await localSide.send(hash, titled(first, 'Three'));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced' });
    expect(await titleOf(remoteSide, first)).toBe('<p>Three</p>');
    expect(await localSide.ask('conflict.list', { hash })).toEqual([]);
  });

  test.each(['{}', '{"css":null}', '{"css":{}}', '[]'])('for the stylesheet, or for the comments, removes nothing: %s', async (text) => {
    for (const path of ['css', 'comments']) {
      if (path === 'comments' && text === '[]') continue;
      const { localSide, remoteSide, hash, first, proxy } = await synced();
      await remoteSide.send(hash, { do: 'change', kind: 'project', id: 'project', fields: { css: 'a {}' } });
      await syncOnce(localSide, hash);
      const odd: BufferedResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
      proxy.onResponse = (line, response) => (line.startsWith(`GET /api/v1/${hash}/${path}`) ? odd : response);
      await remoteSide.send(hash, titled(first, 'Changed there'));
      expect(await syncOnce(localSide, hash)).not.toMatchObject({ state: 'synced' });
      expect((await localSide.project(hash)).projectRecord.css).toBe('a {}');
    }
  });
});

test('[I39] a write that is answered and not applied is a conflict at once, and counts as sent only after another one was', async () => {
  const { localSide, remoteSide, hash, first, proxy, titleOf } = await synced();
  const { version } = await remoteSide.ask('project.read', { hash });
  const answer = { id: first, version, newVersion: version + 1, versionTime: ['1767225600', '0.5'] };
  const headers = { 'content-type': 'application/json' };
  proxy.intercept = (line) => (line.startsWith('PATCH') ? { status: 200, headers, body: Buffer.from(JSON.stringify(answer)) } : undefined);
  await localSide.send(hash, titled(first, 'Mine'));
  expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
  const conflicts = await conflictsOf(localSide, hash);
  expect(conflicts).toMatchObject([{ record: first, reason: 'bothChanged', local: '<p>Mine</p>', remote: '<p>First</p>' }]);
  proxy.intercept = () => undefined;
  await localSide.ask('conflict.resolve', { ids: conflicts.map(({ id }) => id), resolution: { choice: 'local' } });
  expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
  expect(await titleOf(remoteSide, first)).toBe('<p>Mine</p>');
});

/** A comment on the board as `GET /{hash}/comments` returns it. */
const thread = (id: string, board: string, fields: Json = {}, position: Json = {}): Json => ({
  id,
  position: { type: 'boards', id: board, x: 10, y: 20, ...position },
  author: { id: 7, fullName: 'Ada' },
  content: '<p>Good.</p>',
  createdAt: '2026-01-01T00:00:00.000001Z',
  updatedAt: null,
  resolved: false,
  replies: [],
  ...fields,
});

describe('a comment with', () => {
  test.each<[string, Json, Json]>([
    ['1e308 as a coordinate', {}, { x: 1e308 }],
    ['content that is no text', { content: { text: 1 } }, {}],
  ])('[I20, I33] %s is rejected and reported, and the other comments arrive', async (_name, fields, position) => {
    const { localSide, remoteSide, hash, board, proxy, second } = await synced();
    const comments = [thread('absurd', board, fields, position), thread('good', board)];
    proxy.onResponse = (line, response) => (line === `GET /api/v1/${hash}/comments` ? withBody(response, comments) : response);
    await remoteSide.send(hash, titled(second, 'Changed there'));
    await syncOnce(localSide, hash);
    expect([...(await localSide.project(hash)).recordsOfKind('comment')].map(({ id }) => id)).toEqual(['good']);
    const reports = await localSide.ask('sync.reports', { hash });
    expect(reports.map(({ reason, record }) => [reason, record])).toContainEqual(['invalid', 'absurd']);
  });
});

describe('a read that is not plausible', () => {
  /** A project with enough elements that losing half of it is more than twenty records. */
  async function largeProject() {
    const workspace = await synced();
    const { remoteSide, localSide, hash, board } = workspace;
    const commands = Array.from({ length: 40 }, (_, at) => element(board, `Element ${at}`, at * 10));
    await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands } });
    await syncOnce(localSide, hash);
    const countHere = async () => [...(await localSide.project(hash)).recordsOfKind('element')].length;
    expect(await countHere()).toBe(42);
    let writes = 0;
    /** Somebody writes, so that the project is read. */
    const write = async () =>
      void (await remoteSide.send(hash, { do: 'create', kind: 'variable', fields: { name: `v${++writes}`, type: 'integer', value: 0 } }));
    const open = () => localSide.ask('conflict.list', { hash });
    return { ...workspace, countHere, write, open };
  }

  test('[I32] an export without the elements that its boards list is read again, and accepted once it is complete', async () => {
    const { localSide, hash, alterExport, countHere, write, open } = await largeProject();
    let reads = 0;
    alterExport((story) => {
      if (++reads === 1) story.elements = {};
    });
    await write();
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect([reads, await countHere(), await open()]).toEqual([2, 42, []]);
  });

  test('[I32] a new element that its board lists and the export lacks arrives with a second read, in a first read too', async () => {
    const { localSide, remoteSide, hash, board, proxy, alterExport } = await synced();
    let reads = 0;
    const withoutElements: Alter = (story) => {
      if (++reads === 1) story.elements = {};
    };
    alterExport((story) => {
      if (++reads === 1) delete (story.elements as Json)[added];
    });
    const [added = ''] = await remoteSide.send(hash, element(board, 'Added', 800));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect([reads, (await localSide.project(hash)).has(added)]).toEqual([2, true]);
    const other = await remoteSide.ask('project.create', { template: 'empty' });
    const [first = ''] = await remoteSide.send(other.hash, element(boardOf(await remoteSide.project(other.hash)), 'First'));
    reads = 0;
    proxy.onResponse = (line, response) =>
      line.startsWith(`GET /api/v1/${other.hash}/json`) ? withJson(response, withoutElements) : response;
    await localSide.ask('sync.add', { remote: 'Team', hash: other.hash });
    expect(await syncOnce(localSide, other.hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect([reads, (await localSide.project(other.hash)).has(first)]).toEqual([2, true]);
  });

  test('[I32] a list that names missing records needs a second read once: from then on a change is one read', async () => {
    const { localSide, remoteSide, hash, board, first, alterExport, titleOf } = await synced();
    let reads = 0;
    alterExport((story) => {
      reads++;
      const { elements } = (story.boards as Record<string, { elements: string[] }>)[board] ?? { elements: [] };
      elements.push('nothing');
    });
    for (const [title, expected] of [
      ['One', 2],
      ['Two', 3],
      ['Three', 4],
    ] as const) {
      await remoteSide.send(hash, titled(first, title));
      expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0 });
      expect([reads, await titleOf(localSide, first)]).toEqual([expected, `<p>${title}</p>`]);
    }
  });

  test.each<[string, Alter]>([
    [
      'an export without the elements that its boards list',
      (story) => {
        story.elements = {};
      },
    ],
    [
      'another project under the same hash',
      (story) => {
        story.boards = { other: { name: 'Other', elements: [], notes: [], jumpers: [], branches: [], connections: [] } };
        for (const kind of ['elements', 'connections', 'variables', 'components', 'assets']) story[kind] = {};
      },
    ],
  ])('[I32] %s, twice: one conflict, nothing disappears here, nothing is sent, and an idle poll is one request', async (_name, alter) => {
    const { localSide, remoteSide, hash, board, proxy, alterExport, countHere, write, open } = await largeProject();
    alterExport(alter);
    await write();
    await localSide.send(hash, element(board, 'Waits', 900));
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
    const [conflict, ...others] = await open();
    expect([conflict?.reason, others.length, await countHere()]).toEqual(['disappeared', 0, 43]);
    expect((await localSide.ask('sync.localOnly', { hash })).length).toBeGreaterThan(40);
    // The workspace was repaired: the conflict is gone, and what waited is sent.
    proxy.onResponse = (_line, response) => response;
    await write();
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    expect([...(await remoteSide.project(hash)).recordsOfKind('element')]).toHaveLength(43);
  });

  /** Five boards, of which four have elements, and those that a read omits: two, with all that is on them. */
  async function severalBoards(elementsOnEach: number) {
    const workspace = await synced();
    const { remoteSide, localSide, hash, board } = workspace;
    const parentId = (await remoteSide.project(hash)).find('board', board)?.parentId ?? '';
    const boards: string[] = [];
    for (let at = 0; at < 4; at++) {
      const fields = { name: `Board ${at}`, type: 'board' as const, parentId };
      boards.push(...(await remoteSide.send(hash, { do: 'create', kind: 'board', fields })));
    }
    const commands = boards.flatMap((each) => Array.from({ length: elementsOnEach }, (_, at) => element(each, `Element ${at}`, at * 10)));
    await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands } });
    await syncOnce(localSide, hash);
    const countRecords = async () => [...(await localSide.project(hash)).records()].length;
    return { ...workspace, countRecords, boards };
  }

  test.each([
    ['that are still listed', 2, 2, false],
    ['that nothing lists any more', 20, 3, true],
  ])(
    '[I32] half of the boards missing, %s, twice: one conflict, and nothing disappears here',
    async (_name, elements, missing, areUnlisted) => {
      const { localSide, remoteSide, hash, first, alterExport, countRecords, boards, proxy, titleOf } = await severalBoards(elements);
      const before = await countRecords();
      let reads = 0;
      alterExport((story) => {
        reads++;
        const exported = story.boards as Record<string, { elements?: string[]; children?: string[] }>;
        for (const id of boards.slice(0, missing)) {
          for (const each of exported[id]?.elements ?? []) delete (story.elements as Json)[each];
          delete exported[id];
        }
        if (areUnlisted)
          for (const folder of Object.values(exported)) folder.children &&= folder.children.filter((id) => exported[id] !== undefined);
      });
      await remoteSide.send(hash, titled(first, 'Changed there'));
      expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
      const open = await localSide.ask('conflict.list', { hash });
      expect([open.map(({ reason }) => reason), reads, await countRecords()]).toEqual([['disappeared'], 2, before]);
      // The workspace was repaired.
      proxy.onResponse = (_line, response) => response;
      await remoteSide.send(hash, titled(first, 'Changed again'));
      expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
      expect([await countRecords(), await titleOf(localSide, first)]).toEqual([before, '<p>Changed again</p>']);
    },
  );

  /** A project in two languages with a text of each in both. */
  async function translatedProject() {
    const workspace = await largeProject();
    const { remoteSide, localSide, hash } = workspace;
    await remoteSide.ask('project.send', { hash, command: { do: 'addLocale', locale: { iso: 'de', name: 'German', base: 'en' } } });
    const elements = [...(await remoteSide.project(hash)).recordsOfKind('element')];
    const translate = ({ id }: { readonly id: string }) =>
      ({ do: 'change', kind: 'element', id, fields: { title: { de: { text: '<p>Deutsch</p>' } } } }) as const;
    await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands: elements.map(translate) } });
    await syncOnce(localSide, hash);
    const countGerman = async () =>
      [...(await localSide.project(hash)).recordsOfKind('element')].filter(({ title }) => title.de?.text === '<p>Deutsch</p>').length;
    expect(await countGerman()).toBe(42);
    return { ...workspace, countGerman };
  }

  type Contents = Record<string, Record<string, Json>>;
  const withoutGerman: Alter = (story) => {
    for (const texts of Object.values(story.contents as Contents)) for (const text of Object.values(texts)) delete text.de;
  };

  test.each<[string, Alter]>([
    ['without the texts of one language', withoutGerman],
    [
      'without a language that has texts',
      (story) => {
        withoutGerman(story);
        story.locales = (story.locales as { iso: string }[]).filter(({ iso }) => iso !== 'de');
      },
    ],
    [
      'of one language, although all were requested',
      (story) => {
        for (const [id, raw] of Object.entries(story.elements as Record<string, Json>))
          raw.title = (story.contents as Contents)[id]?.title?.en;
        story.contents = {};
      },
    ],
  ])('[I32, I40] an answer %s is a question, which a well answer closes: at “Sync now” or by itself', async (_name, alter) => {
    const { localSide, hash, alterExport, countGerman, write, open, proxy } = await translatedProject();
    alterExport(alter);
    await write();
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
    expect([(await open()).map(({ reason }) => reason), await countGerman()]).toEqual([['disappeared'], 42]);
    // Asking again with the same answer changes nothing.
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
    expect(await countGerman()).toBe(42);
    proxy.onResponse = (_line, response) => response;
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    expect([await open(), await countGerman()]).toEqual([[], 42]);
  });

  test.each(['local', 'remote'] as const)('[I32] the texts of a language were really removed: "%s" is a way out', async (choice) => {
    const { localSide, remoteSide, hash, countGerman, open } = await translatedProject();
    const elements = [...(await remoteSide.project(hash)).recordsOfKind('element')];
    const clear = ({ id }: { readonly id: string }) =>
      ({ do: 'change', kind: 'element', id, fields: { title: { de: { text: null } } } }) as const;
    await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands: elements.map(clear) } });
    await syncOnce(localSide, hash);
    const [conflict] = await open();
    expect([conflict?.reason, await countGerman()]).toEqual(['disappeared', 42]);
    await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    const german = [...(await remoteSide.project(hash)).recordsOfKind('element')].filter(({ title }) => (title.de?.text ?? null) !== null);
    const left = choice === 'local' ? 42 : 0;
    expect([await countGerman(), german.length]).toEqual([left, left]);
  });

  test('[I37] a language was really removed: “mine” is not offered before the workspace has the language again', async () => {
    const { localSide, remoteSide, hash, countGerman, open } = await translatedProject();
    await remoteSide.ask('project.send', { hash, command: { do: 'removeLocale', iso: 'de' } });
    await syncOnce(localSide, hash);
    const [removed] = await open();
    expect([removed?.reason, removed?.choices.local, removed?.choices.remote]).toEqual(['disappeared', null, expect.anything()]);
    expect(removed && t(removed.message)).toContain('add the language to Team again');
    const ids = [removed?.id ?? ''];
    await expect(localSide.ask('conflict.resolve', { ids, resolution: { choice: 'local' } })).rejects.toMatchObject({
      json: { errors: { resolution: expect.any(String) } },
    });
    expect([(await open()).length, await countGerman()]).toEqual([1, 42]);
    await remoteSide.ask('project.send', { hash, command: { do: 'addLocale', locale: { iso: 'de', name: 'German', base: 'en' } } });
    await syncOnce(localSide, hash);
    const [emptied] = await open();
    expect([emptied?.reason, emptied?.choices.local]).toEqual(['disappeared', expect.anything()]);
    await localSide.ask('conflict.resolve', { ids, resolution: { choice: 'local' } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    const german = [...(await remoteSide.project(hash)).recordsOfKind('element')].filter(
      ({ title }) => title.de?.text === '<p>Deutsch</p>',
    );
    expect([await countGerman(), german.length]).toEqual([42, 42]);
  });

  test.each(['local', 'remote'] as const)('[I32] most of the project was really deleted: "%s" is a way out', async (choice) => {
    const { localSide, remoteSide, hash, first, countHere, open } = await largeProject();
    const ids = [...(await remoteSide.project(hash)).recordsOfKind('element')].flatMap(({ id }) => (id === first ? [] : [id]));
    const commands = ids.map((id) => ({ do: 'remove' as const, kind: 'element' as const, id }));
    await remoteSide.ask('project.send', { hash, command: { do: 'batch', commands } });
    await syncOnce(localSide, hash);
    const [conflict] = await open();
    expect([conflict?.reason, await countHere()]).toEqual(['disappeared', 42]);
    await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice } });
    // (I28) What is kept exists only here until it is sent.
    const localOnly = await localSide.ask('sync.localOnly', { hash });
    expect(localOnly.map(({ reason }) => reason)).toEqual(choice === 'local' ? Array(41).fill('waiting') : []);
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', conflicts: 0, pending: 0 });
    expect(await localSide.ask('sync.localOnly', { hash })).toEqual([]);
    const left = choice === 'local' ? 42 : 1;
    expect([await countHere(), [...(await remoteSide.project(hash)).recordsOfKind('element')].length]).toEqual([left, left]);
  });
});
