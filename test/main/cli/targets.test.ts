/** Targets by the command line: every setting of one can be given when it is added, and changed later. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstElement, json, newFolder, story, taleport } from './taleport.ts';

const data = newFolder();
let hash = '';
const ask = (...args: string[]) => json(...args, '--data', data);
const textOf = (value: unknown, key: string): string => String(Reflect.get(Object(value), key));
const filesOf = (value: unknown): string[] => (Reflect.get(Object(value), 'files') as string[]).toSorted();

beforeAll(async () => {
  const file = join(newFolder(), 'story.json');
  writeFileSync(file, JSON.stringify(story()));
  hash = textOf(await ask('import', file), 'hash');
  await ask('locale', 'add', hash, 'de', '--name', 'Deutsch', '--base', 'en');
});

describe('target add and target set', () => {
  it('accept every setting, export accordingly, and list them', async () => {
    const folder = newFolder();
    const settings = ['--all-locales', '--file-each', '--no-assets', '--no-fallback-contents', '--polling', '--perforce'];
    const added = await ask('target', 'add', hash, '--folder', folder, '--engine', 'json', ...settings);
    const id = textOf(added, 'id');
    expect(filesOf(added)).toEqual(['project.de.json', 'project.json']);
    const all = {
      locales: 'all',
      fileEach: true,
      assets: false,
      fallbackContents: false,
      polling: true,
      perforce: true,
      boardIds: [],
      on: true,
    };
    expect(await ask('target', 'list')).toMatchObject([{ id, ...all, hash, folder }]);

    const changed = await ask('target', 'set', id, '--main-locale', '--assets', '--no-polling', '--no-perforce');
    expect(changed).toMatchObject({ locales: 'main', assets: true, polling: false, perforce: false, fileEach: true, on: true });
    expect(existsSync(join(folder, 'project.de.json'))).toBe(false);
    expect(await ask('target', 'set', id, '--off')).toMatchObject({ on: false, state: 'off', locales: 'main' });
    expect((await taleport('target', 'set', id, '--on', '--data', data)).out).toContain('Up to date');
    await ask('target', 'remove', id);
  });

  it('write selected boards only; a missing one is reported', async () => {
    const whole = newFolder();
    const { boards } = await exported(whole, []);
    const [board = ''] = Object.entries(boards).flatMap(([id, each]) => (each.children ? [] : [id]));
    const some = await exported(newFolder(), ['--board', board]);
    expect(Object.entries(some.boards).flatMap(([id, each]) => (each.children ? [] : [id]))).toEqual([board]);
    const folder = newFolder();
    const ended = await taleport('target', 'add', hash, '--folder', folder, '--engine', 'json', '--board', 'nowhere', '--data', data);
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('All boards chosen for this game folder were deleted') });
  });

  it('a target whose settings can never work is not added', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'Game.uproject'), '{}');
    const idsOf = async () => ((await ask('target', 'list')) as { id: string }[]).map(({ id }) => id);
    const before = await idsOf();
    const ended = await taleport('target', 'add', hash, '--folder', folder, '--engine', 'unreal', '--all-locales', '--data', data);
    expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Unreal') });
    expect(await idsOf()).toEqual(before);
  });

  it('name a plug-in in the game that is newer than all known ones', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'project.godot'), '');
    mkdirSync(join(folder, 'addons/arcweave'), { recursive: true });
    writeFileSync(join(folder, 'addons/arcweave/plugin.cfg'), '[plugin]\nversion="9.1"\n');
    const { out } = await taleport('target', 'add', hash, '--folder', folder, '--data', data);
    expect(out).toContain(
      'The game has plug-in 9.1 for Godot, which is newer than any version that Taleport supports. It is checked as 2.2.0.',
    );
    expect((await taleport('target', 'list', '--data', data)).out).toContain('The game has plug-in 9.1 for Godot');
  });

  it('reject a version of the plug-in that is not known, whether the engine is named, found or stored', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'project.godot'), '');
    const run = (...args: string[]) => taleport('target', ...args, '--plugin-version', '3', '--data', data);
    const count = async () => ((await ask('target', 'list')) as unknown[]).length;
    const before = await count();
    const usage = {
      code: 2,
      out: '',
      err: expect.stringContaining('“3” isn’t a version of the plug-in for Godot that Taleport supports. Supported versions: 2.0.4'),
    };
    expect(await run('add', hash, '--folder', folder, '--engine', 'godot')).toMatchObject(usage);
    const found = await run('add', hash, '--folder', folder);
    expect(found).toMatchObject(usage);
    expect(await count()).toBe(before);
    const id = textOf(await ask('target', 'add', hash, '--folder', folder), 'id');
    expect(await run('set', id)).toMatchObject(usage);
    await ask('target', 'remove', id);
  });

  it('target run exports to all other targets where one fails, names that one, and ends with 1', async () => {
    const [good, bad, edited] = [newFolder(), newFolder(), newFolder()];
    const add = async (folder: string) => textOf(await ask('target', 'add', hash, '--folder', folder, '--engine', 'json'), 'id');
    const [goodId, badId, editedId] = [await add(good), await add(bad), await add(edited)];
    const exported = readFileSync(join(edited, 'project.json'), 'utf8');
    writeFileSync(join(edited, 'project.json'), exported.replace('Once.', 'Once more.'));
    rmSync(bad, { recursive: true });
    const run = (...args: string[]) => taleport('target', 'run', ...args, '--data', data);

    const dry = await run('--dry-run', '--json');
    expect(dry.code).toBe(1);
    const listed = JSON.parse(dry.out) as { id: string }[];
    expect(listed.find(({ id }) => id === goodId)).toEqual({ id: goodId, written: [], removed: [] });
    expect(listed.find(({ id }) => id === editedId)).toMatchObject({
      written: [],
      error: { code: 'folder' },
      changes: [{ kind: 'element', id: firstElement, message: 'Element “Start”: content changed' }],
      total: 1,
    });

    const ended = await run();
    expect(ended).toMatchObject({ code: 1, out: expect.stringContaining(`${goodId}: up to date`) });
    expect(ended.err).toContain(`${badId} (json, ${bad}) was not exported: `);
    expect(ended.err).toContain(`${editedId} (json, ${edited}) was not exported: `);
    const one = await run(badId, '--json');
    expect([one.code, JSON.parse(one.out)]).toEqual([
      1,
      [{ id: badId, written: [], removed: [], error: expect.objectContaining({ code: 'folder' }) }],
    ]);
    for (const id of [goodId, badId, editedId]) await ask('target', 'remove', id);
  });

  it('[Targets] target run ID --overwrite replaces a file that is deleted, changed or no export; --keep leaves it until then', async () => {
    const folder = newFolder();
    const id = textOf(await ask('target', 'add', hash, '--folder', folder, '--engine', 'json'), 'id');
    const file = join(folder, 'project.json');
    const exported = readFileSync(file, 'utf8');
    const run = (...args: string[]) => taleport('target', 'run', ...args, '--data', data);
    for (const spoil of [
      () => rmSync(file),
      () => writeFileSync(file, '{'),
      () => writeFileSync(file, exported.replace('Once.', 'Twice.')),
    ]) {
      spoil();
      const refused = await run(id);
      expect(refused.code).toBe(1);
      for (const part of [`taleport target run ${id} --overwrite --data ${data}`, `target run ${id} --keep`, `target set ${id} --off`])
        expect(refused.err).toContain(part);
      expect(await ask('target', 'run', id, '--overwrite')).toEqual([{ id, written: ['project.json'], removed: [] }]);
      expect(readFileSync(file, 'utf8')).toBe(exported);
    }
    // A run that finds everything as it is exports nothing.
    const lastExport = async () => (await ask('target', 'list')) as { id: string; lastExport: string }[];
    const before = (await lastExport()).find((each) => each.id === id)?.lastExport;
    await ask('target', 'run', id);
    expect((await lastExport()).find((each) => each.id === id)?.lastExport).toBe(before);
    rmSync(file);
    expect((await taleport('target', 'take', id, '--data', data)).out).toContain('project.json was deleted');
    writeFileSync(file, 'theirs');
    expect(await ask('target', 'run', id, '--keep')).toEqual([{ id, written: [], removed: [] }]);
    expect((await run(id)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('theirs');
    // Also a paused one, whose state names no files.
    await ask('target', 'set', id, '--off');
    expect(await ask('target', 'run', id, '--overwrite')).toEqual([{ id, written: ['project.json'], removed: [] }]);
    expect(readFileSync(file, 'utf8')).toBe(exported);
    for (const args of [['--overwrite'], ['--keep'], [id, '--overwrite', '--keep'], [id, '--overwrite', '--dry-run']])
      expect((await run(...args)).code).toBe(2);
    await ask('target', 'remove', id);
  });

  it('[Targets] an earlier export of another data folder is no newer text: nothing of it is applied, and target add --overwrite replaces it', async () => {
    const folder = newFolder();
    const file = join(folder, 'project.json');
    const importStory = async (content: string) => {
      const source = join(newFolder(), 'story.json');
      writeFileSync(source, JSON.stringify(story()).replaceAll('Once.', content));
      const own = newFolder();
      return { own, hash: textOf(await json('import', source, '--data', own), 'hash') };
    };
    const older = await importStory('The first draft.');
    await json('target', 'add', older.hash, '--folder', folder, '--engine', 'json', '--data', older.own);
    const newer = await importStory('The second draft.');
    const add = ['target', 'add', newer.hash, '--folder', folder, '--engine', 'json', '--data', newer.own];
    const added = await taleport(...add);
    expect(added.code).toBe(1);
    const [, id = ''] = /target run (\S+) --overwrite/.exec(added.out) ?? [];
    const listed = await taleport('target', 'take', id, '--dry-run', '--data', newer.own);
    expect(listed.out).toMatch(/no earlier export shows which is newer[\s\S]*The second draft\. +The first draft\./);
    expect(await json('target', 'take', id, '--overwrite', '--data', newer.own)).toMatchObject({
      taken: [],
      left: [{ base: null, mine: 'The second draft.', theirs: 'The first draft.', isConflict: true }],
      notOverwritten: null,
    });
    expect(readFileSync(file, 'utf8')).toContain('The second draft.');
    const third = await importStory('The third draft.');
    const overwriting = ['target', 'add', third.hash, '--folder', folder, '--engine', 'json', '--overwrite', '--data', third.own];
    expect(await json(...overwriting)).toMatchObject({ files: ['project.json'] });
    expect(readFileSync(file, 'utf8')).toContain('The third draft.');
  });

  it('target run --dry-run --json has the changes of the story; target list in a new process says what the folder is like', async () => {
    const folder = newFolder();
    const id = textOf(await ask('target', 'add', hash, '--folder', folder, '--engine', 'json', '--locale', 'en'), 'id');
    expect((await taleport('target', 'list', '--data', data)).out).toMatch(/Up to date/);
    await ask('target', 'set', id, '--off');
    await ask('target', 'set', id, '--all-locales', '--file-each');
    expect(await ask('target', 'run', id, '--dry-run', '--lang', 'de')).toMatchObject([
      {
        id,
        written: ['project.de.json'],
        removed: [],
        reason: null,
        changes: expect.arrayContaining([expect.objectContaining({ message: 'Story: language de added' })]),
      },
    ]);
    await ask('target', 'remove', id);
  });

  it('what an export would change, and what earlier ones changed, is listed in sentences about the story', async () => {
    const folder = newFolder();
    const id = textOf(await ask('target', 'add', hash, '--folder', folder, '--engine', 'json'), 'id');
    const file = join(folder, 'project.json');
    const [first] = (await ask('target', 'history', id)) as { id: string }[];
    expect((await taleport('target', 'history', id, '--data', data)).out).toMatch(/\n\S+ +\d{4}-\d\d-\d\d \d\d:\d\d +\d/);
    const edited = JSON.parse(readFileSync(file, 'utf8')) as { name: string };
    writeFileSync(file, JSON.stringify({ ...edited, name: 'Edited elsewhere' }));
    const change = { kind: 'project', change: 'changed', message: 'Story: name changed' };
    expect(await ask('target', 'changes', id, '--from', first?.id ?? '', '--to', 'folder')).toEqual({
      changes: [expect.objectContaining(change)],
      total: 1,
      reason: null,
    });
    expect((await taleport('target', 'changes', id, '--data', data)).out).toBe('Story: name changed\n');
  });

  it('target take takes what another program changed into the story, and overwrites the file when asked', async () => {
    const folder = newFolder();
    const id = textOf(await ask('target', 'add', hash, '--folder', folder, '--engine', 'json'), 'id');
    const file = join(folder, 'project.json');
    const exported = readFileSync(file, 'utf8');
    writeFileSync(file, exported.replace('Once.', 'Once more.').replace('The end.', 'An end.'));
    const dryRun = (await ask('target', 'take', id, '--dry-run')) as { taken: { id: string; theirs: string }[] };
    const [first] = dryRun.taken.filter(({ theirs }) => theirs === 'Once more.');
    expect(dryRun).toMatchObject({ id, left: [], notTaken: [], notTakenTotal: 0, reason: null });
    expect(dryRun.taken).toHaveLength(2);
    expect(first).toMatchObject({
      kind: 'element',
      record: firstElement,
      message: 'Element “Start”: content changed',
      base: 'Once.',
      mine: 'Once.',
      isConflict: false,
    });
    const listed = await taleport('target', 'take', id, '--dry-run', '--data', data);
    expect(listed.out).toContain('Would apply 2 changes to the story:');
    expect(listed.out).toMatch(/Element “Start”: content changed +Once\. +Once\. +Once more\./);

    expect(await ask('target', 'take', id, '--edit', first?.id ?? '')).toMatchObject({
      taken: [{ id: first?.id }],
      left: [{ theirs: 'An end.' }],
    });
    expect(readFileSync(file, 'utf8')).toContain('An end.');
    const outdated = await taleport('target', 'take', id, '--edit', first?.id ?? '', '--data', data);
    expect(outdated).toMatchObject({ code: 1, err: expect.stringContaining('nothing was applied') });

    expect(await ask('target', 'take', id, '--overwrite')).toMatchObject({ taken: [{ theirs: 'An end.' }], left: [] });
    expect(readFileSync(file, 'utf8')).toBe(exported.replace('Once.', 'Once more.').replace('The end.', 'An end.'));

    writeFileSync(file, '{');
    const unreadable = await taleport('target', 'take', id, '--overwrite', '--data', data);
    expect(unreadable).toMatchObject({ code: 1, out: expect.stringContaining('isn’t a valid export') });
    expect(readFileSync(file, 'utf8')).toBe('{');
  });

  it.each([
    ['add', ['--locale', 'de', '--all-locales']],
    ['add', ['--assets', '--no-assets']],
    ['set', ['--on', '--off']],
    ['set', ['--board', 'x', '--all-boards']],
    ['set', []],
    ['take', ['--edit', 'x', '--theirs']],
  ])('target %s rejects %j', async (command, args) => {
    const folder = command === 'add' ? ['--folder', newFolder(), '--engine', 'json'] : [];
    const ended = await taleport('target', command, 'x', ...folder, ...args, '--data', data);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/can’t be combined|needs at least one option/);
  });

  it('--help explains the options', async () => {
    const { out } = await taleport('target', 'add', '--help');
    for (const option of ['--board ID', '--file-each', '--no-assets', '--no-fallback-contents', '--polling', '--perforce', '--all-locales'])
      expect(out).toContain(option);
  });
});

async function exported(folder: string, args: string[]): Promise<{ boards: Record<string, { children?: string[] }> }> {
  mkdirSync(folder, { recursive: true });
  await ask('target', 'add', hash, '--folder', folder, '--engine', 'json', ...args);
  return JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8')) as { boards: Record<string, { children?: string[] }> };
}
