/**
 * The longest turn of the backend's thread, in processor time, in work of unusual shape: one very long text, a very long stylesheet, a folder with very many
 * elements. `npm run bench -- turns` prints one row for each operation.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackend } from '../../main/app/backend/backend.ts';
import { systemEnvironment } from '../../main/platform/environment.ts';
import { createInvoke } from '../../shared/contracts/ipc/backend.ts';
import type { SingleCommand } from '../../shared/model/commands.ts';
import { nextTurn } from '../next-turn.ts';
import { formatMilliseconds } from './export.bench.ts';
import { type Row, watchTurns } from './measure.ts';

/** What runs an operation and adds a row with its longest turn. */
type Measure = <T>(operation: string, run: () => Promise<T>) => Promise<T | undefined>;

/** Seconds that a turn of the backend's thread may take. */
const longestAllowed = 0.2;

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const words = 'The river rises <b>quietly</b> below the old mill, and nobody counts the days &amp; nights. ';
const textOf = (bytes: number): string => {
  const paragraph = `<p>${words.repeat(10)}</p>`;
  return paragraph.repeat(Math.max(1, Math.round(bytes / paragraph.length)));
};

/** A story with a folder of boards, as a file: on each, so many elements that are connected in a line. */
function storyFile({ boards, elements, text, long }: { boards: number; elements: number; text: string; long?: string }): string {
  let next = 1;
  const newId = (): string => uuid(next++);
  const [root, folder, last] = [newId(), newId(), newId()];
  const file = {
    name: 'Turns',
    startingElement: '',
    cover: null,
    boards: {} as Record<string, object>,
    elements: {} as Record<string, object>,
    connections: {} as Record<string, object>,
    notes: {},
    jumpers: {},
    branches: {},
    conditions: {},
    components: {},
    attributes: {},
    assets: {},
    variables: {},
  };
  const inFolder: string[] = [];
  for (let board = 0; board < boards; board++) {
    const ids = Array.from({ length: elements }, newId);
    const connections = ids.slice(1).map((target, at) => {
      const id = newId();
      file.connections[id] = {
        type: 'Bezier',
        label: null,
        theme: 'default',
        sourceid: ids[at],
        sourceType: 'elements',
        targetid: target,
        targetType: 'elements',
      };
      return id;
    });
    for (const [at, id] of ids.entries())
      file.elements[id] = {
        x: (at % 100) * 380,
        y: Math.floor(at / 100) * 300,
        theme: 'default',
        title: `<p>Element ${at}</p>`,
        content: board === 0 && at === 0 && long !== undefined ? long : text,
        outputs: connections[at] === undefined ? [] : [connections[at]],
        components: [],
      };
    const id = newId();
    inFolder.push(id);
    file.boards[id] = { name: `Board ${board}`, notes: [], jumpers: [], branches: [], elements: ids, connections };
  }
  const lastElement = newId();
  file.elements[lastElement] = { x: 0, y: 0, theme: 'default', title: '<p>Start</p>', content: '<p>x</p>', outputs: [], components: [] };
  file.startingElement = lastElement;
  file.boards[last] = { name: 'Last', notes: [], jumpers: [], branches: [], elements: [lastElement], connections: [] };
  file.boards[folder] = { name: 'Folder', children: inFolder };
  file.boards[root] = { name: 'Root', root: true, children: [folder, last] };
  return JSON.stringify(file);
}

export async function benchTurns(): Promise<Row[]> {
  const rows: Row[] = [];
  const turns = watchTurns();
  const only = process.env.TALEPORT_TURNS;
  const folderId = uuid(2);
  const shapes = {
    'a folder of 30,000 elements': { boards: 30, elements: 1000, text: textOf(1000) },
    'a text of 10 MB': { boards: 1, elements: 10, text: textOf(100), long: textOf(10e6) },
    'a text of 2,000,000 characters': { boards: 1, elements: 10, text: textOf(100), long: textOf(1.9e6) },
    'a stylesheet of 60 MB': { boards: 1, elements: 10, text: textOf(100) },
  };
  const measureIn =
    (shape: string): Measure =>
    async (operation, run) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      turns.reset();
      let outcome = '';
      const result = await run().catch((error: unknown) => {
        outcome = ` (${String(error).slice(0, 80)})`;
        return undefined;
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { cpu } = turns.longest();
      const row = `${shape}: ${operation}`;
      console.error(`${row}: ${formatMilliseconds(cpu)}${outcome}`);
      rows.push({
        what: row,
        ours: formatMilliseconds(cpu) + outcome,
        limit: '',
        ratio: Number.NaN,
        aim: '≤ 200 ms',
        number: cpu / longestAllowed,
      });
      return result;
    };
  const inBackend = async (work: (invoke: Invoke, files: string) => Promise<void>): Promise<void> => {
    const [data, files] = ['data', 'files'].map((name) => mkdtempSync(join(tmpdir(), `taleport-turns-${name}-`))) as [string, string];
    const backend = await openBackend(data, systemEnvironment, () => undefined);
    await work(createInvoke(backend), files);
    await backend.close();
    for (const folder of [data, files]) rmSync(folder, { recursive: true });
  };
  for (const [shape, story] of Object.entries(shapes)) {
    if (only !== undefined && !shape.includes(only)) continue;
    const isStylesheet = shape.includes('stylesheet');
    await inBackend((invoke, files) => measureShape({ invoke, files, story, measure: measureIn(shape), folderId, isStylesheet }));
  }
  const shape = 'sync of 30,000 notes';
  if (only === undefined || shape.includes(only)) await inBackend((invoke) => measureNotes(invoke, measureIn(shape)));
  turns.stop();
  return rows;
}

type Invoke = ReturnType<typeof createInvoke>;

interface Shape {
  readonly invoke: Invoke;
  /** A folder for the files that are written. */
  readonly files: string;
  readonly story: Parameters<typeof storyFile>[0];
  readonly measure: Measure;
  readonly folderId: string;
  readonly isStylesheet: boolean;
}

async function measureShape({ invoke, files, story, measure, folderId, isStylesheet }: Shape): Promise<void> {
  const path = join(files, 'story.json');
  writeFileSync(path, storyFile(story));
  const { hash } = (await measure('import', () => invoke('project.import', { source: { path } }))) ?? { hash: '' };
  const send = (command: SingleCommand) => invoke('project.send', { hash, command });
  const other = uuid(5);
  if (isStylesheet) {
    const css = `.card { color: red; }\n`.repeat(60e6 / 22);
    await measure('set it', () => send({ do: 'change', kind: 'project', id: 'project', fields: { css } } as SingleCommand));
    await measure('undo', () => invoke('project.undo', { hash }));
    await measure('redo', () => invoke('project.redo', { hash }));
  }
  if (story.long !== undefined) {
    const fields = { content: { en: { text: `${story.long}<p>x</p>` } } };
    await measure('type in it', () => send({ do: 'change', kind: 'element', id: uuid(4), fields } as SingleCommand));
    await measure('undo', () => invoke('project.undo', { hash }));
    await measure('redo', () => invoke('project.redo', { hash }));
    await measure('versions', () => invoke('record.versions', { hash, id: uuid(4) }));
  }
  await measure('open in the window', async () => {
    let { cursor } = await invoke('project.read', { hash, inPieces: true });
    while (cursor !== null) {
      // Each call of a window is a message, and thus a turn.
      await nextTurn();
      ({ cursor } = await invoke('project.readNext', { reading: cursor }));
    }
  });
  await measure('rename another element', () =>
    send({ do: 'change', kind: 'element', id: other, fields: { title: { en: { text: '<p>Other</p>' } } } } as SingleCommand),
  );
  for (const format of ['json', 'unity', 'unreal', 'godot', 'html'])
    await measure(`export as ${format}`, () =>
      invoke('project.export', { hash, file: join(files, `story-${format}`), options: { format }, force: true }),
    );
  await measure('check', () => invoke('project.problems', { hash, engine: 'unity' }));
  await measure('project file', () => invoke('project.writeProjectFile', { hash, file: join(files, 'story.taleport') }));
  await measure('import of the project file', () => invoke('project.import', { source: { path: join(files, 'story.taleport') } }));
  await measure('document', () => invoke('project.exportDocument', { hash, file: join(files, 'story.docx'), format: 'script' }));
  await measure('backup', () => invoke('backup.create', {}));
  const game = mkdtempSync(join(tmpdir(), 'taleport-game-'));
  mkdirSync(join(game, 'Assets'));
  mkdirSync(join(game, 'ProjectSettings'));
  writeFileSync(join(game, 'ProjectSettings', 'ProjectVersion.txt'), 'm_EditorVersion: 6000.0.1f1\n');
  const target = await measure('first delivery', () => invoke('target.add', { hash, folder: game }));
  await measure('delivery of a change', async () => {
    await send({ do: 'change', kind: 'element', id: other, fields: { title: { en: { text: '<p>Again</p>' } } } } as SingleCommand);
    await invoke('target.run', {});
  });
  if (target) await invoke('target.remove', { id: target.id });
  rmSync(game, { recursive: true });
  if (!isStylesheet) {
    await measure('delete the folder', () => send({ do: 'remove', kind: 'board', id: folderId } as SingleCommand));
    await measure('undo the deletion', () => invoke('project.undo', { hash }));
    await measure('redo the deletion', () => invoke('project.redo', { hash }));
    await measure('undo it again', () => invoke('project.undo', { hash }));
  }
  await measure('remove the project', () => invoke('project.remove', { hash }));
}

/** A workspace in a process of its own, in which somebody adds as many notes again to the same board. */
async function measureNotes(invoke: Invoke, measure: Measure): Promise<void> {
  const count = 30_000;
  const { endAll, keyVariable, placeOf, serveWorkspace } = await import('../soak/processes.ts');
  try {
    const { url, ask } = await serveWorkspace(placeOf('turns'), 100);
    const { hash } = await ask<{ hash: string }>('project.create', { template: 'sample' });
    const { records } = await ask<{ records: readonly string[] }>('project.read', { hash });
    // The records of a snapshot are lists of objects as JSON.
    const stored = records.flatMap(
      (chunk) => JSON.parse(chunk) as { readonly kind: string; readonly id: string; readonly type?: string }[],
    );
    const boardId = stored.find(({ kind, type }) => kind === 'board' && type === 'board')?.id;
    const addNotes = (from: number): Promise<unknown> => {
      const fieldsOf = (at: number) => ({ boardId, x: (from + at) % 30_000, y: from / 100, content: `<p>Note ${from + at}</p>` });
      const commands = Array.from({ length: count }, (_, at) => ({ do: 'create', kind: 'note', fields: fieldsOf(at) }));
      return ask('project.send', { hash, command: { do: 'batch', commands } });
    };
    await addNotes(0);
    await invoke('remote.add', { name: 'Team', url, key: { variable: keyVariable } });
    await measure('first request', () => invoke('remote.projects', { name: 'Team' }));
    await measure('first read', () => invoke('sync.add', { remote: 'Team', hash }));
    await addNotes(count);
    await measure('merge of as many', () => invoke('sync.run', { hash }));
    await measure('an edit', async () => {
      await invoke('project.send', {
        hash,
        command: { do: 'change', kind: 'project', id: 'project', fields: { name: 'Other' } } as SingleCommand,
      });
      await invoke('sync.run', { hash });
    });
  } finally {
    await endAll();
  }
}
