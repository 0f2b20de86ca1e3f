/** Remotes that return projects differently from ours: without positions, without an export, in older shapes, with unknown fields. */
import { afterEach, describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { readProject } from '../../../../main/sync/client/read-project.ts';
import type { RemoteCapabilities } from '../../../../main/sync/client/remote-client.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { textsOfRecord } from '../../../../shared/model/references.ts';
import { Problem } from '../../../../shared/problem.ts';
import { readHostedExports, richTextsIn, skippedSuffix } from '../../../hosted-exports.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type FaultyServer, sendJson, startFaultyServer } from './faulty-server.ts';
import { exportedContent } from './fields-not-exported.ts';
import { remember, type ServedRemote, serveRemote } from './served-project.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

type Answers = (path: string) => unknown;
const refused = Symbol('403');

/** A remote with fixed answers by path below the project; 404 for undefined ones. */
async function serveAnswers(answers: Answers): Promise<FaultyServer> {
  const server = await startFaultyServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace('/api/v1/abc/', '').replace(/\?.*/, '');
    const usual: Readonly<Record<string, unknown>> = { css: { css: '' }, comments: [] };
    const answer = usual[path] ?? answers(path);
    if (answer === refused) sendJson(outgoing, 403, {});
    else sendJson(outgoing, answer === undefined ? 404 : 200, answer ?? {});
  });
  closing.push(server);
  return server;
}

/** Serves a story with our own service, whose answers can then be served incompletely. */
async function serveStory(records: readonly AnyRecord[]): Promise<{ ask: (path: string) => Promise<unknown>; served: ServedRemote }> {
  const served = await serveRemote();
  closing.push(served);
  const hash = served.fakeRemote.createProject(records);
  return { served, ask: (path) => served.client.get(`/${hash}/${path}`) };
}

async function sample(): Promise<AnyRecord[]> {
  return (await importStory(createTemplateStory('sample', createTestEnvironment(1)), { environment: createTestEnvironment(2) })).records;
}

/** The answers of our service, without positions in these exports. */
async function without(exports: readonly string[], records: readonly AnyRecord[]): Promise<Answers> {
  const { ask } = await serveStory(records);
  const answers = new Map<string, unknown>();
  for (const path of ['json', 'unreal', 'board', 'component'])
    answers.set(path, await ask(path === 'json' || path === 'unreal' ? `${path}?allLocales=true` : path));
  for (const board of answers.get('board') as { id: string; type: string }[])
    if (board.type === 'board')
      for (const list of ['elements', 'notes', 'jumpers', 'branches'])
        answers.set(`board/${board.id}/${list}`, await ask(`board/${board.id}/${list}`));
  for (const name of exports)
    answers.set(
      name,
      JSON.parse(JSON.stringify(answers.get(name), (key, value) => (['x', 'y', 'width', 'height'].includes(key) ? undefined : value))),
    );
  return (path) => answers.get(path);
}

const paths = (server: FaultyServer): string[] => server.requests.map((each) => each.replace('GET /api/v1/abc/', '').replace(/\?.*/, ''));

async function read(server: FaultyServer, base: Project, capabilities: RemoteCapabilities = {}) {
  const memory = remember(capabilities);
  const before = server.requests.length;
  const { records } = await readProject(server.client(), 'abc', base, memory);
  return { records, memory, requests: paths(server).slice(before) };
}

describe('where a remote returns positions', () => {
  test('in the JSON export: three requests', async () => {
    const records = await sample();
    const server = await serveAnswers(await without([], records));
    const { records: again, memory, requests } = await read(server, new Project(records));
    expect(requests).toEqual(['json', 'css', 'comments']);
    expect(memory.capabilities).toEqual({ positions: 'json' });
    expect(exportedContent(again)).toEqual(exportedContent(records));
  });

  test('only in the Unreal export: detected once and read from then on, with the roots that it omits', async () => {
    const records = await sample();
    const server = await serveAnswers(await without(['json'], records));
    const first = await read(server, new Project());
    // A project that is created of them is not read back, so they are as they are stored.
    expect(first.records).toStrictEqual(JSON.parse(JSON.stringify(first.records)));
    expect(first.requests).toEqual(['json', 'unreal', 'css', 'comments', 'board', 'component']);
    expect(first.memory.capabilities).toEqual({ positions: 'unreal' });
    const { records: again, requests } = await read(server, new Project(records), first.memory.capabilities);
    expect(requests).toEqual(['unreal', 'css', 'comments', 'board', 'component']);
    expect(exportedContent(again)).toEqual(exportedContent(records));
  });

  test('in no export: from the lists of boards that are not empty', async () => {
    const records = await sample();
    const server = await serveAnswers(await without(['json', 'unreal'], records));
    const first = await read(server, new Project());
    expect(first.memory.capabilities).toEqual({ positions: 'lists' });
    expect(exportedContent(first.records)).toEqual(exportedContent(records));
    const { records: again, requests } = await read(server, new Project(records), first.memory.capabilities);
    expect(exportedContent(again)).toEqual(exportedContent(records));
    expect(requests.filter((path) => ['json', 'unreal'].includes(path))).toEqual(['json']);
  });

  test('no positions at all: nothing is detected', async () => {
    const { records } = await importStory(createTemplateStory('empty', createTestEnvironment(1)), {
      environment: createTestEnvironment(2),
    });
    const { memory, requests } = await read(await serveAnswers(await without([], records)), new Project());
    expect(memory.capabilities).toEqual({});
    expect(requests).toEqual(['json', 'css', 'comments']);
  });
});

describe('exports that are not permitted', () => {
  test('only Unreal is permitted: it is read', async () => {
    const records = await sample();
    const answers = await without([], records);
    const { records: again, memory } = await read(
      await serveAnswers((path) => (path === 'json' ? refused : answers(path))),
      new Project(records),
    );
    expect(memory.capabilities).toEqual({ positions: 'unreal' });
    expect(exportedContent(again)).toEqual(exportedContent(records));
  });

  test('none is permitted: reported as such', async () => {
    const server = await serveAnswers((path) => (['json', 'unreal'].includes(path) ? refused : {}));
    const error = await read(server, new Project()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RemoteUnavailableError);
    expect(error).toMatchObject({ status: 403, isPermanent: true });
  });

  test('an invalid export is a failed read, not an empty project', async () => {
    for (const answer of [{}, [], { boards: [] }, { project: {} }, null])
      await expect(read(await serveAnswers(() => answer), new Project(await sample()), { positions: 'json' })).rejects.toBeInstanceOf(
        RemoteUnavailableError,
      );
  });
});

describe('[G26] exports of the hosted service', () => {
  const trees = {
    board: [{ id: 'r-b', parentId: null, type: 'folder', children: [] }],
    component: [{ id: 'r-c', parentId: null, type: 'folder', children: [] }],
  };

  test.each(readHostedExports())(
    `$name keeps every id, and nothing is invented that it does not contain${skippedSuffix}`,
    async ({ json: file }) => {
      const server = await serveAnswers((path) => (path === 'json' || path === 'unreal' ? file : (trees[path as 'board'] ?? [])));
      const { records } = await read(server, new Project());
      const project = new Project(records);
      const held = file as Record<string, Record<string, { root?: boolean }>>;
      for (const name of [
        'boards',
        'elements',
        'notes',
        'jumpers',
        'branches',
        'conditions',
        'connections',
        'components',
        'attributes',
        'assets',
      ])
        for (const id of Object.keys(held[name] ?? {})) expect(project.has(id), `${name} ${id}`).toBe(true);
      expect(project.size).toBe(records.length);
      // Rich text is stored exactly, even if the API would reject it.
      const kept = new Set(records.flatMap((record) => [...textsOfRecord(record)].map(({ text }) => text)));
      for (const { path, text } of richTextsIn(file)) if (text !== '') expect(kept.has(text), path).toBe(true);
      // Only positions may be missing; nothing else is invalid.
      const faults = faultsOf(records);
      expect(faults.filter((path) => !/\.(x|y)$/.test(path))).toEqual([]);
    },
  );

  test('an older story: wrapped, by id, without roots, with null lists and with board fields from before attributes', async () => {
    const [board, one, two, line, mood, count, ada, tag, stats] = Array.from(
      { length: 9 },
      (_, at) => `0000000${at}-0000-4000-8000-000000000000`,
    );
    const file = {
      project: {
        startingElement: one,
        boards: {
          byId: {
            [String(board)]: {
              name: null,
              customId: 'act',
              notes: null,
              jumpers: null,
              branches: null,
              elements: [one, two, two],
              connections: [line],
            },
          },
        },
        elements: {
          [String(one)]: {
            x: 1,
            y: 2,
            title: '<p>One</p>',
            content: null,
            outputs: [line, 'nothing'],
            components: [ada, 'nobody', ada],
            linkedBoard: 'nowhere',
          },
          [String(two)]: { x: 3, y: 4, title: null, content: '<p>Two</p>', outputs: null, components: null, attributes: [tag] },
        },
        connections: {
          [String(line)]: {
            sourceid: one,
            sourceType: 'elements',
            targetid: two,
            targetType: 'elements',
            type: 'Bezier',
            label: null,
            theme: 'default',
          },
        },
        components: { [String(ada)]: { name: 'Ada', attributes: null } },
        attributes: { [String(tag)]: { name: 'tag', value: { type: 'string', data: '' } } },
        variables: {
          [String(mood)]: { cType: 'boards', cId: board, name: 'mood', type: 'string', value: 'glad' },
          [String(count)]: { name: 'count', type: 'integer', value: null },
          [String(stats)]: { name: 'Stats', children: [count, stats, 'nothing'] },
          'r-v': { root: true, children: [stats] },
        },
        name: 'Older',
      },
    };
    const server = await serveAnswers((path) => (path === 'json' ? file : (trees[path as 'board'] ?? [])));
    const { records, requests } = await read(server, new Project());
    const project = new Project(records);
    expect(requests).toEqual(['json', 'css', 'comments', 'board', 'component']);
    expect(faultsOf(records)).toEqual([]);
    expect(project.projectRecord.roots).toMatchObject({ board: 'r-b', component: 'r-c' });
    expect(project.childIds('r-b', 'boards')).toEqual([board]);
    expect(project.childIds(board ?? '', 'elements')).toEqual([one, two]);
    expect(project.childIds(one ?? '', 'outputs')).toEqual([line]);
    expect(project.children('componentAttachment', one ?? '', 'components').map(({ componentId }) => componentId)).toEqual([ada, ada]);
    expect(project.find('element', one ?? '')?.linkedBoard).toBe(null);
    expect(project.find('attribute', tag ?? '')).toMatchObject({
      cId: two,
      cType: 'elements',
      value: { type: 'string', plain: false, data: null },
    });
    expect(project.find('attribute', mood ?? '')).toMatchObject({
      cId: board,
      cType: 'boards',
      customId: 'mood',
      value: { plain: true, data: 'glad' },
    });
    expect(project.find('variable', count ?? '')).toMatchObject({ value: 0, folders: [{ id: stats, name: 'Stats' }] });
    expect(project.childIds(null, 'variables')).toEqual([count]);
    expect(project.find('component', ada ?? '')?.customId).toBe(null);
  });

  test('an export of one language leaves the others unchanged', async () => {
    const { records } = await importStory(createTemplateStory('visual-novel', createTestEnvironment(1)), {
      environment: createTestEnvironment(2),
    });
    const { served } = await serveStory(records);
    const one = await served.client.get(`/${served.fakeRemote.engine.listProjects()[0]?.hash}/json`);
    const answers = await without([], records);
    const { records: again } = await read(await serveAnswers((path) => (path === 'json' ? one : answers(path))), new Project(records));
    const translated = records.filter((record) => record.kind === 'element' && 'de' in (record.content as object));
    expect(translated.length).toBeGreaterThan(0);
    for (const { id, content } of translated) expect(again.find((record) => record.id === id)?.content).toEqual(content);
  });

  test('unknown fields are kept in every entry (I19)', async () => {
    const records = await sample();
    const answers = await without([], records);
    const story = structuredClone(answers('json')) as Record<string, Record<string, Record<string, unknown>>>;
    const marked: string[] = [];
    for (const name of ['boards', 'elements', 'notes', 'connections', 'components', 'attributes', 'assets'])
      for (const [id, entry] of Object.entries(story[name] ?? {})) {
        entry['not-a-field'] = { of: name };
        marked.push(id);
      }
    const { records: again } = await read(await serveAnswers((path) => (path === 'json' ? story : answers(path))), new Project(records));
    for (const id of marked)
      expect(again.find((record) => record.id === id)?.extra, id).toMatchObject({ 'not-a-field': expect.anything() });
  });

  test('one invalid entry affects only its record (I20)', async () => {
    const records = await sample();
    const answers = await without([], records);
    const story = structuredClone(answers('json')) as { elements: Record<string, Record<string, unknown>> };
    const [id = ''] = Object.keys(story.elements);
    story.elements[id] = { ...story.elements[id], theme: 'plaid', x: 'left' };
    const { records: again } = await read(await serveAnswers((path) => (path === 'json' ? story : answers(path))), new Project(records));
    // The colour that nobody has costs its field only.
    expect(faultsOf(again)).toEqual([`elements.${id}.x`]);
  });
});

function faultsOf(records: readonly AnyRecord[]): string[] {
  const engine = openEngine(null, createTestEnvironment(1));
  try {
    engine.createProject(records);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return Object.keys(error.json.errors).sort();
  }
}
