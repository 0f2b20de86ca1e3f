/** The paths and names of stored files for each engine, which the JSON refers to. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planAssetFiles, safeFileName } from '../../../main/exporters/asset-files.ts';
import { getExporter } from '../../../main/exporters/exporters.ts';
import type { Project } from '../../../shared/model/project.ts';
import { toFileNameKey } from '../../../shared/text.ts';
import { countOperations } from '../../count-operations.ts';
import { type ExportFormat, exportFormats } from '../../exporter-ids.ts';
import { cases, expectEnough } from '../../rounds.ts';
import { roots, type StoryBuilder, smallStory } from './build-project.ts';
import { writtenFiles } from './written-files.ts';

type FileType = 'image' | 'audio' | 'template-image' | 'template-audio' | 'video';

function add(
  story: StoryBuilder,
  name: string,
  { type = 'image', parentId = roots.asset }: { type?: FileType; parentId?: string } = {},
): string {
  const id = story.add('asset', { parentId, type, name, file: `stored-${story.records.size}` });
  return id;
}
const folder = (story: StoryBuilder, name: string, parentId = roots.asset): string =>
  story.add('asset', { parentId, type: 'folder', name });

const stored = (file: string) => ({ sha256: `sha of ${file}`, bytes: 7 });
const assetsOf = (project: Project, engine: ExportFormat) => planAssetFiles(project, getExporter(engine).assets, stored);
const pathsOf = (project: Project, engine: ExportFormat) => assetsOf(project, engine).files.map(({ path }) => path);

interface AssetJson {
  readonly name?: string;
  readonly type?: string;
  readonly root?: boolean;
  readonly children?: readonly string[];
}
function jsonAssets(project: Project, engine: ExportFormat): Record<string, AssetJson> {
  const { renamedAssets } = assetsOf(project, engine);
  const [main] = writtenFiles(project, engine, { locales: 'main', fallbackContents: false }, renamedAssets);
  return JSON.parse(main?.text ?? '').assets;
}

/** The paths at which each importer looks for the assets of a JSON (exports.md). */
function looked(assets: Record<string, AssetJson>, engine: ExportFormat): string[] {
  const base = { json: 'assets', unity: 'Assets/Arcweave/Resources', unreal: 'Content/ArcweaveExport/assets', godot: 'arcweave/assets' }[
    engine
  ];
  const walk = (ids: readonly string[], at: string): string[] =>
    ids.flatMap((id) => {
      const { name = '', children } = assets[id] ?? {};
      if (children) return walk(children, engine === 'unity' ? at : `${at}/${name}`);
      return [`${at}/${name}`];
    });
  const root = Object.values(assets).find((asset) => asset.root);
  return walk(root?.children ?? [], base);
}

describe('places', () => {
  test('[Exports] Unity has them flat, the others by folder', () => {
    const { story } = smallStory();
    const maps = folder(story, 'Maps');
    add(story, 'world.png', { parentId: folder(story, 'Old', maps) });
    add(story, 'song.mp3', { type: 'template-audio' });
    const project = story.project();
    expect(exportFormats.map((engine) => pathsOf(project, engine))).toEqual([
      ['assets/Maps/Old/world.png', 'assets/song.mp3'],
      ['Assets/Arcweave/Resources/world.png', 'Assets/Arcweave/Resources/song.mp3'],
      ['Content/ArcweaveExport/assets/Maps/Old/world.png', 'Content/ArcweaveExport/assets/song.mp3'],
      ['arcweave/assets/Maps/Old/world.png', 'arcweave/assets/song.mp3'],
    ]);
    for (const engine of exportFormats) expect(assetsOf(project, engine)).toMatchObject({ renamedAssets: new Map(), findings: [] });
  });

  test('[Exports] Unity: base names are unique for each type, and the JSON names the file that is there', () => {
    const { story } = smallStory();
    const old = folder(story, 'Old');
    add(story, 'map.png');
    add(story, 'map.jpg', { parentId: old });
    add(story, 'map.mp3', { type: 'audio' });
    add(story, 'MAP.mp3', { type: 'template-audio', parentId: old });
    const project = story.project();
    expect(pathsOf(project, 'unity').map((path) => path.split('/').at(-1))).toEqual(['map.jpg', 'MAP.mp3', 'map_2.png', 'map_2.mp3']);
    const assets = jsonAssets(project, 'unity');
    expect(new Set(Object.values(assets).flatMap(({ name, children }) => (children ? [] : [name])))).toEqual(
      new Set(pathsOf(project, 'unity').map((path) => path.split('/').at(-1))),
    );
    expect(assetsOf(project, 'unity').findings.map(({ rule, severity }) => `${severity}: ${rule}`)).toEqual([
      'hint: asset-renamed',
      'hint: asset-renamed',
    ]);
    // With folders there are no duplicates.
    expect(assetsOf(project, 'godot').renamedAssets.size).toBe(0);
  });

  test.each(exportFormats)('[Exports] %s: thousands of equal names take no more work for each than a few', (engine) => {
    const operationsFor = (count: number): number => {
      const { story } = smallStory();
      for (let at = 0; at < count; at++) add(story, at % 2 === 0 ? 'map.png' : `map.x${at}`);
      const project = story.project();
      assetsOf(project, engine);
      return countOperations(() => assetsOf(project, engine));
    };
    expect(operationsFor(2000)).toBeLessThan(6 * operationsFor(500));
  });

  test('[Exports] Unity: an icon that becomes a cover keeps its name, and an asset gives it up', () => {
    const { story } = smallStory();
    add(story, 'castle.png');
    const component = story.component('Castle');
    const project = story.project();
    const name = () => pathsOf(project, 'unity')[0]?.split('/').at(-1);
    expect(name()).toBe('castle.png');
    const before = project.find('component', component);
    project.apply([{ before, after: { ...before, cover: { type: 'icon', file: 'delapouite/castle' } } } as never]);
    expect(name()).toBe('castle_2.png');
  });

  test('[Exports] an asset without its stored file is reported, and the others are exported', () => {
    const { story } = smallStory();
    const map = add(story, 'map.png');
    const none = story.add('asset', { parentId: roots.asset, type: 'image', name: 'none.png' });
    add(story, 'bell.mp3', { type: 'audio' });
    const project = story.project();
    const file = project.find('asset', map)?.file;
    const { files, findings } = planAssetFiles(project, getExporter('godot').assets, (asked) =>
      asked === file ? undefined : stored(asked),
    );
    expect(files.map(({ path }) => path)).toEqual(['arcweave/assets/bell.mp3']);
    expect(findings.map(({ rule, severity, id }) => [severity, rule, id])).toEqual([
      ['warning', 'asset-missing', map],
      ['warning', 'asset-missing', none],
    ]);
  });

  test('[Exports] without renames the JSON is the same with and without assets; with them only the names differ', () => {
    const { story } = smallStory();
    add(story, 'a.png');
    const project = story.project();
    for (const engine of exportFormats) {
      const plain = writtenFiles(project, engine, { locales: 'main', fallbackContents: false });
      expect(writtenFiles(project, engine, { locales: 'main', fallbackContents: false }, assetsOf(project, engine).renamedAssets)).toEqual(
        plain,
      );
    }
  });
});

describe('names', () => {
  test.each([
    ['a:b?.png', 'a_b_.png'],
    ['..', '_'],
    ['.hidden.png', '_hidden.png'],
    ['old~', 'old_'],
    ['con.png', '_con.png'],
    ['Com1', '_Com1'],
    ['a. ', 'a_'],
    ['x.meta', 'x.meta_'],
    ['x.png.import', 'x.png.import_'],
    ['a\u0000\u202eb.png', 'ab.png'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['', '_'],
    ['Schloss ä.png', 'Schloss ä.png'],
    ['a\u0308.png', 'ä.png'],
    ['a\u200b\u0308.png', 'ä.png'],
    ['nul.txt', '_nul.txt'],
    ['AUX.', 'AUX_'],
    ['Hero #1 100% & more.png', 'Hero #1 100% & more.png'],
    ['🗝️👨‍👩‍👧.png', '🗝️👨‍👩‍👧.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['شخصية.png', 'شخصية.png'],
    [`ab.${'b '.repeat(200)}`, `ab.${'b '.repeat(87)}b_`],
    [`${'a'.repeat(174)}.meta${'x'.repeat(200)}`, `${'a'.repeat(174)}.meta_`],
  ])('[Targets] %j is written as %j', (name, wanted) => {
    expect(safeFileName(name)).toBe(wanted);
  });

  test('[Targets] Unreal mistakes any name that contains .json for the story', () => {
    expect(safeFileName('map.json.png', getExporter('unreal').assets.adjustName)).toBe('map_json.png');
    expect(safeFileName('map.json.png')).toBe('map.json.png');
  });

  test('[Targets] for any names of assets, each file has a unique portable name, and the JSON refers to it', () => {
    let renamed = 0;
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
      fc.constantFrom(
        'map.png',
        'MAP.PNG',
        'map.jpg',
        'ä.png',
        'a\u0308.png',
        'map_2.png',
        'con',
        'x.meta',
        '.a',
        'a.json.b',
        'K.png',
        'K.png',
        `${'ä'.repeat(200)}.png`,
        `${'ä'.repeat(200)}.${'ö '.repeat(100)}`,
        'a\u200b\u0308.png',
        'nul.txt',
        'NUL.TXT',
        'trailing. .',
        '\u202egnp.exe',
        'شخصية.png',
        '🗝️👨‍👩‍👧.png',
        'Hero #1 100% & more.png',
      ),
    );
    const item = fc.record({
      name,
      type: fc.constantFrom<FileType | 'folder'>('image', 'audio', 'template-image', 'folder', 'video'),
      at: fc.nat(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...exportFormats), fc.array(item, { minLength: 1, maxLength: 14 }), (engine, items) => {
        const { story } = smallStory();
        const folders = [roots.asset];
        for (const { name: each, type, at } of items) {
          const parentId = folders[at % folders.length] ?? roots.asset;
          if (type === 'folder') folders.push(folder(story, each, parentId));
          else add(story, each, { type, parentId });
        }
        const project = story.project();
        const paths = pathsOf(project, engine);
        if (assetsOf(project, engine).renamedAssets.size > 0) renamed += 1;
        expect(new Set(paths.map(toFileNameKey)).size).toBe(paths.length);
        for (const path of paths)
          for (const part of path.split('/')) {
            expect(part).toMatch(/^(?!\.{1,2}$)[^\\/:*?"<>|\p{Cc}]*[^\\/:*?"<>|\p{Cc}. ]$/u);
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
            expect(part).toBe(part.normalize('NFC'));
            expect(part).not.toMatch(
              /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)|[\u202a-\u202e\u2066-\u2069]|\.(?:meta|import|uid|uasset)$/iu,
            );
          }
        expect(looked(jsonAssets(project, engine), engine).sort()).toEqual([...paths].sort());
        if (engine === 'unity') {
          const assets = Object.values(jsonAssets(project, engine)).filter(({ children }) => !children);
          const bases = assets.map(
            ({ name: each = '', type = '' }) => `${type.replace('template-', '')}:${toFileNameKey(each.replace(/(?<=.)\.[^.]*$/, ''))}`,
          );
          expect(new Set(bases).size).toBe(bases.length);
        }
      }),
      { numRuns: cases(400) },
    );
    expectEnough(renamed, cases(400), 0.3);
  });
});
