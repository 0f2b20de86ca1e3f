/** Changes of another program in an exported file that are applied to the story: with the real import, every format, real folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import type { ForeignEdits, TargetSettings } from '../../../shared/contracts/targets.ts';
import { t } from '../../../shared/messages/english.ts';
import type { SingleCommand } from '../../../shared/model/commands.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { type ExportFormat, exportFormats } from '../../exporter-ids.ts';
import { newFolder } from '../../new-folder.ts';
import { cases } from '../../rounds.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const markers: Record<ExportFormat, string> = {
  json: 'readme.txt',
  unity: 'Packages/manifest.json',
  unreal: 'Game.uproject',
  godot: 'project.godot',
};

type StoryJson = { [collection: string]: { [id: string]: Record<string, unknown> } };

/** The sample story, exported to a folder, with the elements “Pip” and “Gate”. */
async function exportedStory(engine: ExportFormat, settings: Partial<TargetSettings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), `taleport-${engine}-`));
  // After the backend has been closed: Windows does not remove a folder that is watched.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template: 'sample' });
  const send = (...commands: SingleCommand[]) => invoke('project.send', { hash, command: { do: 'batch', commands } });
  const readRecords = async () => (await invoke('project.read', { hash })).records.flatMap((piece): AnyRecord[] => JSON.parse(piece));
  const board = (await readRecords()).find(({ kind, type }) => kind === 'board' && type === 'board');
  const place = { boardId: String(board?.id), x: 10, y: 10 };
  const { ids } = await send(
    { do: 'create', kind: 'element', fields: { ...place, title: '<p>Pip</p>', content: '<p>Good morning.</p>' } },
    { do: 'create', kind: 'element', fields: { ...place, title: '<p>Gate</p>', content: '<ul><li>Open</li></ul>' } },
  );
  const [pip = '', gate = ''] = ids;
  mkdirSync(join(folder, 'Assets'));
  mkdirSync(dirname(join(folder, markers[engine])), { recursive: true });
  writeFileSync(join(folder, markers[engine]), 'config_version=5\n');
  const { id, files } = await invoke('target.add', { hash, folder, engine, settings });
  await invoke('target.history', { id });
  const storyFile = join(folder, files.find((file) => file.endsWith('project.json')) ?? '');
  const readFile = (path = storyFile): StoryJson => JSON.parse(readFileSync(path, 'utf8'));
  /** Another program saves the file, and the target has noticed it. */
  const edit = async (change: (story: StoryJson) => void, path = storyFile) => {
    const story = readFile(path);
    change(story);
    writeFileSync(path, JSON.stringify(story));
    await expect(invoke('target.run', { id })).rejects.toMatchObject({ code: 'folder' });
  };
  const status = async () => (await invoke('target.list', { hash }))[0]?.status;
  const seen = async () => ((await status())?.foreign ?? []).map(({ path, sha256 }) => ({ path, sha256 }));
  const list = () => invoke('target.foreignEdits', { id });
  const take = async (edits: readonly string[], overwrites = true) =>
    invoke('target.applyEdits', { id, edits: [...edits], seen: await seen(), overwrites });
  return { invoke, send, hash, readRecords, id, pip, gate, place, storyFile, readFile, edit, list, take, seen, status };
}

const idsOf = ({ edits }: ForeignEdits): string[] => edits.map(({ id }) => id);
const sentencesOf = ({ edits }: ForeignEdits): string[] => edits.map(({ message }) => t(message)).toSorted();
const notTakenOf = ({ notTaken }: ForeignEdits): string[] => notTaken.map((each) => t(each)).toSorted();

/** What can be edited in a file: a key of an entry whose value is a text. */
const textKeys: Readonly<Record<string, readonly string[]>> = {
  boards: ['name'],
  elements: ['title', 'content'],
  notes: ['content'],
  connections: ['label'],
  conditions: ['script'],
};

function textFor(key: string, words: string): string {
  if (key === 'script') return `score &gt; ${words.length}`;
  return key === 'name' ? words : `<p>${words}</p>`;
}

function editableTexts(story: StoryJson): { collection: string; id: string; key: string }[] {
  return Object.entries(textKeys).flatMap(([collection, keys]) =>
    Object.entries(story[collection] ?? {}).flatMap(([id, entry]) =>
      keys.flatMap((key) => (typeof entry[key] === 'string' && entry.root !== true ? [{ collection, id, key }] : [])),
    ),
  );
}

const word = fc.stringMatching(/^[a-zß-öéλ星]{1,9}$/);
const editArbitrary = fc.record({ at: fc.nat(), words: fc.array(word, { minLength: 1, maxLength: 5 }) });

describe('changes of another program', () => {
  test.each(exportFormats)(
    '[Targets] %s: what was edited in the file is in the story and in the next export; one undo reverts it',
    async (engine) => {
      const { invoke, hash, send, gate, place, readFile, storyFile, readRecords, edit, list, take, status } = await exportedStory(engine);
      await send({ do: 'create', kind: 'note', fields: { ...place, content: '<p>A note</p>' } });
      await invoke('target.run', {});
      await invoke('target.history', { id: (await invoke('target.list', { hash }))[0]?.id ?? '' });
      // The list in this text is simplified for the engines, so it is never applied, as another test shows.
      const texts = editableTexts(readFile()).filter(({ id, key }) => id !== gate || key !== 'content');
      const exported = readFileSync(storyFile, 'utf8');
      await fc.assert(
        fc.asyncProperty(fc.array(editArbitrary, { minLength: 1, maxLength: 6 }), async (edits) => {
          const before = await readRecords();
          const changed = new Map<string, { collection: string; id: string; key: string; text: string }>();
          for (const { at, words } of edits) {
            const place = texts[at % texts.length];
            const text = words.join(' ');
            if (place)
              changed.set(JSON.stringify(place), {
                ...place,
                text: textFor(place.key, text),
              });
          }
          const story = readFile();
          const real = [...changed.values()].filter(({ collection, id, key, text }) => story[collection]?.[id]?.[key] !== text);
          fc.pre(real.length > 0);
          await edit((inFile) => {
            for (const { collection, id, key, text } of real) Object.assign(inFile[collection]?.[id] ?? {}, { [key]: text });
          });
          const offered = await list();
          expect({ ...offered, edits: offered.edits.length }).toEqual({
            edits: real.length,
            notTaken: [],
            notTakenTotal: 0,
            hasMore: false,
            reason: null,
          });
          await take(idsOf(offered));
          expect(await status()).toMatchObject({ state: 'upToDate', foreign: [] });
          const next = readFile();
          for (const { collection, id, key, text } of real) expect(next[collection]?.[id]?.[key]).toBe(text);
          await invoke('project.undo', { hash });
          expect(await readRecords()).toEqual(before);
          await invoke('target.run', {});
          expect(readFileSync(storyFile, 'utf8')).toBe(exported);
          await invoke('target.history', { id: (await invoke('target.list', { hash }))[0]?.id ?? '' });
        }),
        { numRuns: cases(5) },
      );
    },
  );

  test('[Targets] only what the file changed is offered, and what both changed is a conflict with both values', async () => {
    const { send, pip, gate, readRecords, readFile, edit, list, take, status } = await exportedStory('godot');
    await edit((story) => {
      Object.assign(story.elements?.[pip] ?? {}, { title: '<p>Pippin</p>', content: '<p>Good night.</p>' });
      Object.assign(story.elements?.[gate] ?? {}, { title: '<p>Port</p>' });
    });
    await send(
      { do: 'change', kind: 'element', id: pip, fields: { content: '<p>Good evening.</p>' } },
      { do: 'change', kind: 'element', id: gate, fields: { title: '<p>Port</p>', content: '<p>Ours</p>' } },
    );
    const found = await list();
    expect(
      found.edits.map(({ message, base, inStory, inFile, isConflict }) => [t(message), base && t(base), t(inStory), t(inFile), isConflict]),
    ).toEqual([
      ['Element “Pip”: title changed', 'Pip', 'Pip', 'Pippin', false],
      ['Element “Pip”: content changed', 'Good morning.', 'Good evening.', 'Good night.', true],
    ]);
    expect(found.notTaken).toEqual([]);
    const [title = ''] = idsOf(found);
    await take([title]);
    const record = (await readRecords()).find((each) => each.id === pip);
    expect(record).toMatchObject({ title: { en: { text: '<p>Pippin</p>' } }, content: { en: { text: '<p>Good evening.</p>' } } });
    expect(readFile().elements?.[pip]).toMatchObject({ title: '<p>Pippin</p>', content: '<p>Good evening.</p>' });
    expect(readFile().elements?.[gate]).toMatchObject({ content: '<p>Ours</p>' });
    expect((await status())?.state).toBe('upToDate');
  });

  test('[Targets] what cannot be taken is listed with the reason, and stays in the file that is not overwritten', async () => {
    const { send, pip, gate, place, readRecords, storyFile, edit, list, take, invoke, id, status } = await exportedStory('unity');
    const { ids } = await send({ do: 'create', kind: 'variable', fields: { name: 'courage', type: 'integer', value: 1 } });
    const [gone = ''] = (await send({ do: 'create', kind: 'element', fields: { ...place, title: '<p>Gone</p>' } })).ids;
    await invoke('target.run', { id });
    await invoke('target.history', { id });
    await edit((story) => {
      Object.assign(story.elements?.[pip] ?? {}, { x: 99, title: '<p>Pippin</p>' });
      Object.assign(story.elements?.[gate] ?? {}, { content: '<p>Open it</p>' });
      Object.assign(story.elements?.[gone] ?? {}, { title: '<p>Still here</p>' });
      Object.assign(story.variables?.[ids[0] ?? ''] ?? {}, { type: 'string', value: 'much' });
      const added = '11111111-2222-4333-8444-555555555555';
      Object.assign(story.notes ?? {}, {
        [added]: { ...Object.values(story.notes ?? {})[0], x: 5, y: 5, width: 100, height: 100, content: '<p>New</p>' },
      });
      const [board] = Object.values(story.boards ?? {}).filter(({ notes }) => Array.isArray(notes));
      if (board) board.notes = [...(board.notes as string[]), added];
    });
    await send({ do: 'remove', kind: 'element', id: gone });
    const found = await list();
    expect(sentencesOf(found)).toEqual(['Element “Pip”: title changed']);
    const structural = 'Only values of existing items can be applied.';
    expect(notTakenOf(found)).toEqual([
      `1 item was only moved, resized or recoloured on the boards. ${structural}`,
      'Element “Gate”: content changed. The file has only a simplified form of this text. Applying it would lose formatting.',
      'Element “Gone”: title changed. The story no longer contains this item.',
      `Note “New”: added. ${structural}`,
      `Variable “courage”: type changed. ${structural}`,
      'Variable “courage”: value changed. value: doesn’t match the type integer',
    ]);
    const inFile = readFileSync(storyFile, 'utf8');
    await take(idsOf(found), false);
    expect((await status())?.state).toBe('changedByOthers');
    expect(idsOf(await list())).toEqual([]);
    expect((await readRecords()).find((each) => each.id === pip)).toMatchObject({ title: { en: { text: '<p>Pippin</p>' } }, x: 10 });
    expect(readFileSync(storyFile, 'utf8')).toBe(inFile);
  });

  test('[Targets] a translation goes to its language, from the file of its language and from a file with all of them', async () => {
    for (const engine of ['unity', 'json'] as const) {
      const { invoke, id, hash, send, pip, readRecords, storyFile, edit, list, take } = await exportedStory(engine, {
        locales: 'all',
        fallbackContents: true,
      });
      await invoke('project.send', { hash, command: { do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } } });
      await send({ do: 'change', kind: 'element', id: pip, fields: { title: { de: '<p>Pipin</p>' } } });
      await invoke('target.run', { id });
      await invoke('target.history', { id });
      if (engine === 'json')
        await edit((story) => {
          Object.assign(story.contents?.[pip] ?? {}, { title: { en: { text: '<p>Pip</p>' }, de: { text: '<p>Pippin</p>' } } });
        });
      else
        await edit(
          (story) => {
            Object.assign(story.elements?.[pip] ?? {}, { title: '<p>Pippin</p>', content: '<p>Guten Morgen.</p>' });
          },
          storyFile.replace('.json', '.de.json'),
        );
      const found = await list();
      const content = engine === 'json' ? [] : ['Element “Pip”: content changed (Deutsch)'];
      expect(sentencesOf(found)).toEqual([...content, 'Element “Pip”: title changed (Deutsch)']);
      await take(idsOf(found));
      expect((await readRecords()).find((each) => each.id === pip)).toMatchObject({
        title: { en: { text: '<p>Pip</p>' }, de: { text: '<p>Pippin</p>' } },
        content: { en: { text: '<p>Good morning.</p>' }, ...(engine === 'unity' && { de: { text: '<p>Guten Morgen.</p>' } }) },
      });
    }
  });

  test('[Targets] are found with the plug-in in the game project before a process has exported anything', async () => {
    const [data, game] = [newFolder(), newFolder()];
    writeFileSync(join(game, markers.unreal), '{}');
    mkdirSync(join(game, 'Plugins', 'arcweave'), { recursive: true });
    // Only where this version is found, and not merely assumed, the file has all languages.
    writeFileSync(join(game, 'Plugins', 'arcweave', 'arcweave.uplugin'), '{"VersionName": "2.2.0"}');
    const open = () => openBackend(data, createTestEnvironment(), undefined, { targets: 'onRequest' });
    const backend = await open();
    const invoke = createInvoke(backend);
    const { hash } = await invoke('project.create', { template: 'sample' });
    await invoke('project.send', { hash, command: { do: 'addLocale', locale: { iso: 'de', name: 'Deutsch', base: 'en' } } });
    const { id, files } = await invoke('target.add', { hash, folder: game, engine: 'unreal', settings: { locales: 'all' } });
    await backend.close();
    const file = join(game, files.find((path) => path.endsWith('project.json')) ?? '');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name: 'Theirs' }));
    const again = await open();
    onTestFinished(() => again.close());
    const found = await createInvoke(again)('target.foreignEdits', { id });
    expect({ reason: found.reason, edits: sentencesOf(found) }).toEqual({ reason: null, edits: ['Story: name changed'] });
  });

  test('[Targets] nothing is taken, and nothing overwritten, where the story or the file is no longer the one that was shown', async () => {
    const { hash, send, pip, readRecords, storyFile, edit, list, take, invoke, id, seen } = await exportedStory('json');
    const rename = (title: string) =>
      edit((story) => {
        Object.assign(story.elements?.[pip] ?? {}, { title });
      });
    const titleNow = async () => (await readRecords()).find((each) => each.id === pip)?.title;
    await rename('<p>Pippin</p>');
    const shown = idsOf(await list());
    await send({ do: 'change', kind: 'element', id: pip, fields: { title: '<p>Pipa</p>' } });
    await expect(take(shown)).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(/nothing was applied/) });
    await invoke('project.undo', { hash });
    const before = await seen();
    await rename('<p>Peregrin</p>');
    const inFile = readFileSync(storyFile, 'utf8');
    await expect(take(shown)).rejects.toMatchObject({ code: 'conflict' });
    expect(await titleNow()).toEqual({ en: { text: '<p>Pip</p>' } });
    const edits = idsOf(await list());
    await expect(invoke('target.applyEdits', { id, edits, seen: before, overwrites: true })).rejects.toMatchObject({ code: 'folder' });
    expect(await titleNow()).toEqual({ en: { text: '<p>Pip</p>' } });
    expect(readFileSync(storyFile, 'utf8')).toBe(inFile);
    // The file changes again at this moment: the state then has the new version, and the edits are listed again.
    const unseen = await seen();
    writeFileSync(storyFile, inFile.replace('Peregrin', 'Paladin'));
    await expect(take(edits)).rejects.toMatchObject({ code: 'folder' });
    expect(await seen()).not.toEqual(unseen);
    expect((await list()).edits.map((each) => t(each.inFile))).toEqual(['Paladin']);
  });

  test('[Targets] hostile content is refused by the rules of the import, and never stored', async () => {
    const { pip, readRecords, storyFile, edit, list } = await exportedStory('godot');
    const before = await readRecords();
    for (const html of ['<img src="https://evil.example/x">', '<p onclick="x()">Hi</p>', '<script>x()</script>', '<p>'.repeat(100_000)]) {
      await edit((story) => {
        Object.assign(story.elements?.[pip] ?? {}, { title: html });
      });
      const { edits, reason } = await list();
      expect(edits).toEqual([]);
      expect(reason && t(reason)).toMatch(/^This isn’t a valid export/);
    }
    writeFileSync(storyFile, `{"boards":${'['.repeat(200_000)}`);
    expect((await list()).edits).toEqual([]);
    expect(await readRecords()).toEqual(before);
  });
});
