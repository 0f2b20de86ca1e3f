/** [G25, G29] Stories with their files: templates, folders and .zip files; what is kept refers to what it referred to. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, openFileStore } from '../../../main/assets/file-store.ts';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { type ImportedStoryWithFiles, importStoryWithFiles, importTemplate } from '../../../main/importers/import-with-files.ts';
import { createAssetFinder, listAssetFileReferences, matchAssetFiles } from '../../../main/importers/match-asset-files.ts';
import { readImportSource } from '../../../main/importers/read-import-source.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { t } from '../../../shared/messages/english.ts';
import { Project } from '../../../shared/model/project.ts';
import { countOperations } from '../../count-operations.ts';
import { readFieldFiles, skippedFieldSuffix } from '../../hosted-exports.ts';
import { png, svg, wav } from '../../media-files.ts';
import { createMemoryKeyValueStore } from '../../memory-key-value-store.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { listStoredFiles } from '../../stored-files.ts';
import { createTestEnvironment } from '../../test-environment.ts';

let folder = '';
let fileStore: FileStore;
const environment = createTestEnvironment();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taleport-take-'));
  fileStore = openFileStore(join(folder, 'vault'), createMemoryKeyValueStore(), environment);
});
afterEach(async () => {
  await fileStore.close();
  rmSync(folder, { recursive: true });
});

const limits = { fileBytes: null, projectBytes: null, imagePixels: 8192 };
const projectOf = (story: ImportedStoryWithFiles) => new Project(story.records);
const storedFiles = () => listStoredFiles(join(folder, 'vault'));

type Files = Readonly<Record<string, Uint8Array | string>>;
const writeFolder = (files: Files): string => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'story', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return join(folder, 'story');
};
const writeZip = (files: Files): string => {
  const file = join(folder, 'story.zip');
  const bytes = Object.entries(files).map(([path, content]) => [`top/${path}`, new Uint8Array(Buffer.from(content as string))]);
  writeFileSync(file, zipSync(Object.fromEntries(bytes)));
  return file;
};
async function take(path: string, more = {}): Promise<ImportedStoryWithFiles> {
  const { json, assetFiles } = await readImportSource({ path });
  return importStoryWithFiles(json, assetFiles, { environment: environment, fileStore, limits, ...more });
}

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** Two pictures of the same name in two folders, and a sound; a cover, an element with a sound, a component's cover, a list. */
const story = {
  name: 'With files',
  startingElement: id(2),
  boards: {
    [id(1)]: { name: 'Act 1', elements: [id(2)], notes: [], jumpers: [], branches: [], connections: [], attributes: [], x: 0 },
  },
  elements: {
    [id(2)]: {
      title: null,
      content: '<p>Here.</p>',
      outputs: [],
      components: [],
      attributes: [id(8)],
      x: 0,
      y: 0,
      width: 301,
      height: 121,
      assets: { cover: { id: id(4) }, audio: [{ id: id(20), mode: 'loop', asset: id(6), delay: '1200' }] },
    },
  },
  components: { [id(7)]: { name: 'Gate', attributes: [], assets: { cover: { id: id(5), type: 'template-image' } } } },
  attributes: { [id(8)]: { name: 'Files', cType: 'elements', cId: id(2), value: { type: 'asset-list', data: [id(4), id(6)] } } },
  assets: {
    root: { root: true, children: [id(3), id(6)] },
    [id(3)]: { name: 'Places', children: [id(4), id(9)] },
    [id(9)]: { name: 'Old', children: [id(5)] },
    [id(4)]: { name: 'gate.png', type: 'image' },
    [id(5)]: { name: 'gate.png', type: 'template-image' },
    [id(6)]: { name: 'Rain.wav', type: 'audio', volume: 0.7 },
  },
};
const json = JSON.stringify(story);
const [newGate, oldGate] = [png(30, 20), png(40, 20)];

test('a file that cannot be read is named, and does not end the import', async () => {
  const files = { 'story.json': json, 'Places/gate.png': newGate, 'Places/Old/gate.png': oldGate };
  const { json: parsed, assetFiles } = await readImportSource({ path: writeFolder(files) });
  if (!assetFiles) throw new Error('The folder has files');
  // biome-ignore lint/correctness/useYield: a file on a failing disk
  async function* unreadable(): AsyncGenerator<Uint8Array> {
    throw Object.assign(new Error('input/output error'), { code: 'EIO' });
  }
  const failing = { ...assetFiles, readBytes: (path: string) => (path.includes('Old') ? unreadable() : assetFiles.readBytes(path)) };
  const { notes, pendingFiles } = await importStoryWithFiles(parsed, failing, { environment, fileStore, limits });
  expect(notes.map((note) => t(note))).toContainEqual(expect.stringContaining('couldn’t be read'));
  expect(pendingFiles).toHaveLength(1);
});

describe.each([
  ['a folder', writeFolder],
  ['a .zip', writeZip],
])('[G29] %s', (_, write) => {
  test('keeps the assets whose files are beside the story, and everything that refers to them', async () => {
    const taken = await take(
      write({ 'project.json': json, 'assets/Places/gate.png': newGate, 'assets/Places/Old/gate.png': oldGate, 'assets/Rain.wav': wav() }),
    );
    const project = projectOf(taken);
    expect(findProjectErrors(project.records())).toEqual([]);
    expect(project.find('asset', id(4))).toMatchObject({ type: 'image', parentId: id(3), width: 30, mime: 'image/png' });
    expect(project.find('asset', id(5))).toMatchObject({ type: 'template-image', parentId: id(9), width: 40 });
    expect(project.find('asset', id(6))).toMatchObject({ type: 'audio', parentId: 'root', volume: 0.7, duration: 1 });
    expect(project.childIds('root', 'assets')).toEqual([id(3), id(6)]);
    expect(project.find('element', id(2))?.cover).toEqual({ type: 'image', id: id(4) });
    expect(project.find('component', id(7))?.cover).toEqual({ type: 'template-image', id: id(5) });
    expect(project.children('audioAttachment', id(2), 'audio')).toMatchObject([{ id: id(20), assetId: id(6), mode: 'loop', delay: 1200 }]);
    expect(project.find('attribute', id(8))?.value).toMatchObject({ data: [{ asset: id(4) }, { asset: id(6) }] });
    expect(taken.pendingFiles).toHaveLength(3);
    expect(taken.notes.map((note) => t(note)).filter((note) => /asset|cover|sound|list/i.test(note))).toEqual([]);
  });

  test('[G32] takes the files to which covers and sounds of 2020 are paths, without assets', async () => {
    const { assets: _, attributes: __, ...rest } = story;
    const element = {
      ...story.elements[id(2)],
      attributes: [],
      assets: { audio: ['sounds/Rain.wav', 'sounds/gone.wav'] },
      cover: 'images/gate.png',
    };
    const old = {
      ...rest,
      elements: { [id(2)]: element },
      components: {
        [id(7)]: { name: 'Gate', attributes: [], image: 'images/old/gate.png' },
        [id(10)]: { name: 'Door', attributes: [], assets: { cover: { type: 'image', file: '/images/gate.png' } } },
      },
    };
    const taken = await take(
      write({
        'project_settings.json': JSON.stringify(old),
        'assets/images/gate.png': newGate,
        'assets/images/old/gate.png': oldGate,
        'assets/sounds/Rain.wav': wav(),
      }),
    );
    const project = projectOf(taken);
    expect(findProjectErrors(project.records())).toEqual([]);
    const [inElement, inImage, inDoor] = [project.find('element', id(2)), ...[7, 10].map((n) => project.find('component', id(n)))].map(
      (record) => {
        const { cover } = record ?? {};
        return cover && 'id' in cover ? project.find('asset', cover.id)?.width : null;
      },
    );
    expect([inElement, inImage, inDoor]).toEqual([30, 40, 30]);
    expect(project.countOfKind('audioAttachment')).toBe(1);
    expect(taken.pendingFiles).toHaveLength(3);
  });

  test('skips missing files and files that are not images, and reports them', async () => {
    const { records, notes, pendingFiles } = await take(
      write({ 'project.json': json, 'Places/gate.png': svg(), 'Resources/rain.WAV': wav() }),
    );
    const project = new Project(records);
    expect(findProjectErrors(records)).toEqual([]);
    expect([...project.recordsOfKind('asset')].filter(({ type }) => type !== 'folder').map(({ name }) => name)).toEqual(['Rain.wav']);
    expect(project.find('element', id(2))?.cover).toBeNull();
    expect(project.countOfKind('audioAttachment')).toBe(1);
    expect(pendingFiles).toHaveLength(1);
    const texts = notes.map((note) => t(note)).join('\n');
    expect(texts).toContain('The file of the asset “gate.png” was skipped. Unsupported file type');
    expect(texts).toContain('2 assets were skipped, because their files aren’t next to the story file.');
  });

  test('without any of its files, it is imported as without assets', async () => {
    const { records, pendingFiles } = await take(write({ 'project.json': json }));
    expect([...new Project(records).recordsOfKind('asset')].map(({ id: each }) => each)).toEqual(['root']);
    expect(pendingFiles).toEqual([]);
  });

  test('an invalid story is rejected before its files are copied; a cancelled import leaves no files', async () => {
    const broken = JSON.stringify({ ...story, startingElement: id(99) });
    const files = { 'assets/Places/gate.png': newGate, 'assets/Rain.wav': wav() };
    await expect(take(write({ 'project.json': broken, ...files }))).rejects.toMatchObject({ code: 'importIntegrity' });
    expect(storedFiles()).toEqual([]);
    const oneIsThere = () => storedFiles().some((name) => /^[0-9a-f]{64}$/.test(name));
    await expect(take(write({ 'project.json': json, ...files }), { cancelled: oneIsThere })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(storedFiles()).toEqual([]);
  });

  test('[Limits] files over the limits of the plan are skipped, each by its size and all by their sum', async () => {
    const { pendingFiles, notes } = await take(
      write({ 'project.json': json, 'assets/Places/gate.png': newGate, 'assets/Places/Old/gate.png': oldGate, 'assets/Rain.wav': wav() }),
      { limits: { fileBytes: 5000, projectBytes: newGate.length + 10, imagePixels: 8192 } },
    );
    expect(pendingFiles.map(({ stored }) => stored.width)).toEqual([30]);
    const texts = notes.map((note) => t(note)).join('\n');
    expect(texts).toMatch(/“Rain\.wav” was skipped\. The file is larger than 4\.9 KB/);
    expect(texts).toMatch(/“gate\.png” was skipped\. There isn’t enough storage/);
  });
});

describe('[G29] which file belongs to which asset', () => {
  const match = (...paths: string[]) => Object.fromEntries(matchAssetFiles(listAssetFileReferences(story), paths));

  test.each([
    ['below assets/, in the folders of the tree', ['assets/Places/gate.png', 'assets/Places/Old/gate.png', 'assets/Rain.wav'], [0, 1, 2]],
    ['the folders alone', ['Places/gate.png', 'Places/Old/gate.png', 'Rain.wav'], [0, 1, 2]],
    ['flat, as Unity loads them', ['Resources/gate.png', 'Resources/Rain.wav'], [0, 0, 1]],
    [
      'in a game’s folders',
      ['arcweave/assets/Places/gate.png', 'arcweave/assets/Places/Old/gate.png', 'arcweave/assets/Rain.wav'],
      [0, 1, 2],
    ],
    ['letters of another case, accents written otherwise', ['Assets/PLACES/Gate.PNG', 'assets/rain.wav'], [0, 0, 1]],
    ['assets/ before another place', ['backup/Rain.wav', 'assets/Rain.wav'], [null, null, 1]],
    ['two that are equally good: none', ['one/Rain.wav', 'two/Rain.wav'], [null, null, null]],
    ['nothing of that name', ['assets/Rain.wav.txt', 'assets/Rain'], [null, null, null]],
  ])('%s', (_, paths, expected) => {
    const matches = match(...paths);
    expect([matches[id(4)], matches[id(5)], matches[id(6)]].map((path) => (path === undefined ? null : paths.indexOf(path)))).toEqual(
      expected,
    );
  });

  test('each its own, where two names differ only by the normalization of accents', () => {
    const [composed, decomposed] = ['\u00e4.png', 'a\u0308.png'];
    const twins = { assets: { a: { name: composed, type: 'image' }, b: { name: decomposed, type: 'image' } } };
    const matches = Object.fromEntries(matchAssetFiles(listAssetFileReferences(twins), [`assets/${decomposed}`, `assets/${composed}`]));
    expect(matches).toEqual({ a: `assets/${composed}`, b: `assets/${decomposed}` });
  });

  test('the name of the stored file, if the story contains it', () => {
    const named = { assets: { a: { name: 'Gate', type: 'image', file: 'x1.png' } } };
    expect([...matchAssetFiles(listAssetFileReferences(named), ['assets/x1.png'])]).toEqual([['a', 'assets/x1.png']]);
  });

  test('thousands of equal names take no more work for each than a few', () => {
    const operationsFor = (count: number): number => {
      const numbers = Array.from({ length: count }, (_, at) => at);
      const assets = Object.fromEntries(numbers.map((at) => [`a${at}`, { name: at % 2 === 0 ? 'gate.png' : `${at}.png`, type: 'image' }]));
      const references = listAssetFileReferences({ assets });
      const paths = numbers.map((at) => `${at}/gate.png`);
      return countOperations(() => {
        matchAssetFiles(references, paths);
        const find = createAssetFinder(references);
        for (const at of numbers) find(`assets/${at}.png`);
        for (const _ of numbers) find('assets/gate.png');
      });
    };
    expect(operationsFor(2000)).toBeLessThan(6 * operationsFor(500));
  });

  test('a path refers to the asset whose folders match it best, and to none if two match equally', () => {
    const assets = {
      a: { name: 'A', children: ['x', 'y'] },
      x: { name: 'gate.png', type: 'image' },
      y: { name: 'twin.png', type: 'image' },
      z: { name: 'Gate.png', type: 'image', file: 'stored.png' },
      v: { name: 'twin.png', type: 'image' },
      w: { name: 'twin.png', type: 'image' },
    };
    const find = createAssetFinder(listAssetFileReferences({ assets }));
    const paths = ['assets/A/gate.png', 'assets/gate.png', 'assets/stored.png', 'assets/A/twin.png', 'assets/twin.png', 'none.png'];
    expect(paths.map(find)).toEqual(['x', 'z', 'z', 'y', undefined, undefined]);
  });

  test('invalid stories have no assets', () => {
    for (const spoilt of [null, [], 1, {}, { assets: 1 }, { assets: { a: 1, b: { children: [1, null] }, c: { name: 7 } } }])
      expect(listAssetFileReferences(spoilt)).toEqual([]);
    const circle = { assets: { a: { name: 'A', children: ['b'] }, b: { name: 'B', children: ['a', 'c'] }, c: { name: 'c.png' } } };
    expect(listAssetFileReferences(circle)).toMatchObject([{ id: 'c', folders: ['A', 'B'] }]);
  });
});

describe('[G25] templates', () => {
  test.each(projectTemplates)('%s is imported with all of its images and sounds', async (template) => {
    const taken = await importTemplate(template, { fileStore, environment: environment });
    const project = projectOf(taken);
    expect(findProjectErrors(taken.records)).toEqual([]);
    const files = [...project.recordsOfKind('asset')].filter(({ type }) => type !== 'folder');
    expect(taken.pendingFiles).toHaveLength(files.length);
    for (const { type, file } of files) {
      expect(type).toMatch(/^template-/);
      expect(taken.pendingFiles.map(({ stored }) => stored.file)).toContain(file);
    }
    expect(taken.notes.map((note) => t(note)).filter((note) => /asset|cover|sound|file/i.test(note))).toEqual([]);
    if (template === 'empty') return expect(files).toEqual([]);
    expect(project.countOfKind('audioAttachment')).toBeGreaterThan(0);
    const covers = [...project.recordsOfKind('element')].filter(({ cover }) => cover?.type === 'template-image');
    expect(covers.length).toBeGreaterThan(0);
  });

  test('its export, placed beside its files, is imported without a change', async () => {
    const first = projectOf(await importTemplate('visual-novel', { fileStore, environment: environment }));
    const files: Record<string, Uint8Array> = {};
    const { createTemplateFileSource } = await import('../../../main/importers/templates.ts');
    for (const path of await createTemplateFileSource().listPaths([])) {
      const pieces: Uint8Array[] = [];
      for await (const piece of createTemplateFileSource().readBytes(path)) pieces.push(piece);
      files[`assets/${path}`] = Buffer.concat(pieces);
    }
    const text = exportStory(first, { format: 'json', allLocales: true, destination: 'file' });
    const again = projectOf(await take(writeFolder({ 'project.json': text, ...files })));
    expect(exportStory(again, { format: 'json', allLocales: true, destination: 'file' })).toBe(text);
  });
});

test(`[G29] archives that people have made on Windows are imported with every file that the story names${skippedFieldSuffix}`, async () => {
  for (const { name, path } of readFieldFiles(/\.zip$/)) {
    const { json: read } = await readImportSource({ path });
    const imported = await take(path);
    expect(imported.pendingFiles, name).toHaveLength(listAssetFileReferences(read).length);
  }
});
