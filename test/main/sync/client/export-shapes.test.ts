/** Remotes that show a project in other ways than ours: without positions, without an export, in older shapes, with things nobody knows. */
import { afterEach, describe, expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import { importStory } from '../../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../../main/importers/templates.ts';
import { readProject } from '../../../../main/sync/client/read-project.ts';
import type { RemoteCapabilities } from '../../../../main/sync/client/remote-capabilities.ts';
import { RemoteUnavailableError } from '../../../../main/sync/protocol/remote-api.ts';
import type { AnyRecord } from '../../../../shared/model/kinds/kinds.ts';
import { Project } from '../../../../shared/model/project.ts';
import { textsOfRecord } from '../../../../shared/model/references.ts';
import { Problem } from '../../../../shared/problem.ts';
import { readHostedExports, richTextsIn, skippedSuffix } from '../../../hosted-exports.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { type BadServer, badServer, json } from './faulty-server.ts';
import { untold } from './fields-not-exported.ts';
import { remember, type ServedRemote, serveRemote } from './served-project.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
});

type Answers = (path: string) => unknown;
const refused = Symbol('403');

/** A remote that answers what it is told to, by path below the project; a 404 for what is undefined. */
async function told(answers: Answers): Promise<BadServer> {
  const server = await badServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace('/api/v1/abc/', '').replace(/\?.*/, '');
    const answer = path === 'css' ? { css: '' } : path === 'comments' ? [] : answers(path);
    if (answer === refused) json(outgoing, 403, {});
    else json(outgoing, answer === undefined ? 404 : 200, answer ?? {});
  });
  closing.push(server);
  return server;
}

/** What our own service says about a story, to be told with something missing. */
async function ours(records: readonly AnyRecord[]): Promise<{ ask: (path: string) => Promise<unknown>; served: ServedRemote }> {
  const served = await serveRemote();
  closing.push(served);
  const hash = served.there.createProject(records);
  return { served, ask: (path) => served.client.get(`/${hash}/${path}`) };
}

async function sample(): Promise<AnyRecord[]> {
  return (await importStory(createTemplateStory('sample', createTestEnvironment(1)), { environment: createTestEnvironment(2) })).records;
}

/** The answers of our service without positions in these exports. */
async function without(exports: readonly string[], records: readonly AnyRecord[]): Promise<Answers> {
  const { ask } = await ours(records);
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

const paths = (server: BadServer): string[] => server.asked.map((each) => each.replace('GET /api/v1/abc/', '').replace(/\?.*/, ''));

async function read(server: BadServer, base: Project, learned: RemoteCapabilities = {}) {
  const memory = remember(learned);
  const before = server.asked.length;
  const records = await readProject(server.client(), 'abc', base, memory);
  return { records, memory, asked: paths(server).slice(before) };
}

describe('where a remote shows positions', () => {
  test('in its json: three requests', async () => {
    const records = await sample();
    const server = await told(await without([], records));
    const { records: again, memory, asked } = await read(server, new Project(records));
    expect(asked).toEqual(['json', 'css', 'comments']);
    expect(memory.capabilities).toEqual({ positions: 'json' });
    expect(untold(again)).toEqual(untold(records));
  });

  test('only in its Unreal export: learned once, and from then on that is read, with the roots that it leaves out', async () => {
    const records = await sample();
    const server = await told(await without(['json'], records));
    const first = await read(server, new Project());
    expect(first.asked).toEqual(['json', 'unreal', 'css', 'comments', 'board', 'component']);
    expect(first.memory.capabilities).toEqual({ positions: 'unreal' });
    const { records: again, asked } = await read(server, new Project(records), first.memory.capabilities);
    expect(asked).toEqual(['unreal', 'css', 'comments', 'board', 'component']);
    expect(untold(again)).toEqual(untold(records));
  });

  test('in no export: in the lists of boards that hold something', async () => {
    const records = await sample();
    const server = await told(await without(['json', 'unreal'], records));
    const first = await read(server, new Project());
    expect(first.memory.capabilities).toEqual({ positions: 'lists' });
    expect(untold(first.records)).toEqual(untold(records));
    const { records: again, asked } = await read(server, new Project(records), first.memory.capabilities);
    expect(untold(again)).toEqual(untold(records));
    expect(asked.filter((path) => ['json', 'unreal'].includes(path))).toEqual(['json']);
  });

  test('nothing stands anywhere: nothing is learned', async () => {
    const { records } = await importStory(createTemplateStory('empty', createTestEnvironment(1)), {
      environment: createTestEnvironment(2),
    });
    const { memory, asked } = await read(await told(await without([], records)), new Project());
    expect(memory.capabilities).toEqual({});
    expect(asked).toEqual(['json', 'css', 'comments']);
  });
});

describe('exports that are not permitted', () => {
  test('json is not and Unreal is: that is read', async () => {
    const records = await sample();
    const answers = await without([], records);
    const { records: again, memory } = await read(await told((path) => (path === 'json' ? refused : answers(path))), new Project(records));
    expect(memory.capabilities).toEqual({ positions: 'unreal' });
    expect(untold(again)).toEqual(untold(records));
  });

  test('none is: told as such', async () => {
    const server = await told((path) => (['json', 'unreal'].includes(path) ? refused : {}));
    const error = await read(server, new Project()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RemoteUnavailableError);
    expect(error).toMatchObject({ status: 403, isPermanent: true });
  });

  test('what is called an export and is none is lost, not an empty project', async () => {
    for (const answer of [{}, [], { boards: [] }, { project: {} }, null])
      await expect(read(await told(() => answer), new Project(await sample()), { positions: 'json' })).rejects.toBeInstanceOf(
        RemoteUnavailableError,
      );
  });
});

describe('[G26] what the hosted service has written', () => {
  const trees = {
    board: [{ id: 'r-b', parentId: null, type: 'folder', children: [] }],
    component: [{ id: 'r-c', parentId: null, type: 'folder', children: [] }],
  };

  test.each(readHostedExports())(
    `$name keeps every id, and what it does not tell is no invention${skippedSuffix}`,
    async ({ json: file }) => {
      const server = await told((path) => (path === 'json' || path === 'unreal' ? file : (trees[path as 'board'] ?? [])));
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
      // Rich text is kept exactly, whatever of it the API would take.
      const kept = new Set(records.flatMap((record) => [...textsOfRecord(record)].map(({ text }) => text)));
      for (const { path, text } of richTextsIn(file)) if (text !== '') expect(kept.has(text), path).toBe(true);
      // Only where things stand may be missing, and nothing else is faulty.
      const faults = faultsOf(records);
      expect(faults.filter((path) => !/\.(x|y)$/.test(path))).toEqual([]);
    },
  );

  test('an older story, wrapped, by id, without roots, with null lists and what boards had before attributes', async () => {
    const [board, one, two, line, mood, count, ada, tag] = Array.from({ length: 8 }, (_, at) => `0000000${at}-0000-4000-8000-000000000000`);
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
        },
        name: 'Older',
      },
    };
    const server = await told((path) => (path === 'json' ? file : (trees[path as 'board'] ?? [])));
    const { records, asked } = await read(server, new Project());
    const project = new Project(records);
    expect(asked).toEqual(['json', 'css', 'comments', 'board', 'component']);
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
    expect(project.find('variable', count ?? '')?.value).toBe(0);
    expect(project.find('component', ada ?? '')?.customId).toBe(null);
  });

  test('an export of one language says nothing of the others', async () => {
    const { records } = await importStory(createTemplateStory('visual-novel', createTestEnvironment(1)), {
      environment: createTestEnvironment(2),
    });
    const { served } = await ours(records);
    const one = await served.client.get(`/${served.there.engine.listProjects()[0]?.hash}/json`);
    const answers = await without([], records);
    const { records: again } = await read(await told((path) => (path === 'json' ? one : answers(path))), new Project(records));
    const translated = records.filter((record) => record.kind === 'element' && 'de' in (record.content as object));
    expect(translated.length).toBeGreaterThan(0);
    for (const { id, content } of translated) expect(again.find((record) => record.id === id)?.content).toEqual(content);
  });

  test('unknown fields, in any entry, are kept as they are (I19)', async () => {
    const records = await sample();
    const answers = await without([], records);
    const story = structuredClone(answers('json')) as Record<string, Record<string, Record<string, unknown>>>;
    const marked: string[] = [];
    for (const name of ['boards', 'elements', 'notes', 'connections', 'components', 'attributes', 'assets'])
      for (const [id, entry] of Object.entries(story[name] ?? {})) {
        entry.mood = { of: name };
        marked.push(id);
      }
    const { records: again } = await read(await told((path) => (path === 'json' ? story : answers(path))), new Project(records));
    for (const id of marked) expect(again.find((record) => record.id === id)?.extra, id).toMatchObject({ mood: expect.anything() });
  });

  test('one faulty entry is that one record’s fault (I20)', async () => {
    const records = await sample();
    const answers = await without([], records);
    const story = structuredClone(answers('json')) as { elements: Record<string, Record<string, unknown>> };
    const [id = ''] = Object.keys(story.elements);
    story.elements[id] = { ...story.elements[id], theme: 'plaid', x: 'left' };
    const { records: again } = await read(await told((path) => (path === 'json' ? story : answers(path))), new Project(records));
    expect(faultsOf(again)).toEqual([`elements.${id}.theme`, `elements.${id}.x`]);
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
