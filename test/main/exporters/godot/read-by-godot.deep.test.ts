/**
 * Godot itself reads what is written for it: its official build for the web, headless, in Node (engine/run-godot.ts). It starts once for all files;
 * a script of ours (engine/read-stories.gd) reads each as a game would and reports it.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { planAssetFiles } from '../../../../main/exporters/asset-files.ts';
import { CheckContext } from '../../../../main/exporters/checks/check-context.ts';
import { elementsReachableFromStart } from '../../../../main/exporters/checks/check-paths.ts';
import { godotExporter } from '../../../../main/exporters/godot/godot-exporter.ts';
import { godotIntegration } from '../../../../main/exporters/godot/godot-integration.ts';
import { importStory } from '../../../../main/importers/import-story.ts';
import { provideEngine } from '../../../../scripts/provide-engines.mjs';
import { Project } from '../../../../shared/model/project.ts';
import { readHostedExports, skippedSuffix } from '../../../hosted-exports.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { sha256 } from '../../../sha256.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { filesFor } from '../asset-files.ts';
import { goldenStory, readGolden, recorded, stories } from '../goldens.ts';
import { countReferences, type Json } from '../importers.ts';
import { writtenFiles } from '../written-files.ts';
import { packResources } from './engine/resource-pack.ts';

const godot = await provideEngine('godot');
const leftOut = 'reason' in godot ? ` (left out: ${godot.reason})` : '';
const here = (name: string): string => join(import.meta.dirname, 'engine', name);

/** What read-stories.gd reports of a file. */
interface Report {
  readonly problems: readonly string[];
  readonly references: number;
  /** Elements that paths lead to. */
  readonly reached: readonly string[];
  /** What Godot has read. */
  readonly content: unknown;
  /** What Godot saves of a resource, if that is something else. */
  readonly saved?: string;
}

/** As Godot saves it. Other properties than that of the story are the user's. */
const resource = (settings: string): string => `[gd_resource type="Resource" script_class="ArcweaveAsset" format=3]

[ext_resource type="Script" path="res://addons/arcweave/Editor/ArcweaveAsset.gd" id="1"]

[resource]
script = ExtResource("1")
api_key = "a \\"key\\" with ] and = in it"
${settings}refresh = 1e-07
`;
const usersResource = resource('project_settings = {\n"mine": [1, 2.5, "three"]\n}\n');

/** What Godot is given: the files of its pack by path, and which of them it reads how. */
const files = new Map<string, string>([
  ['project.godot', 'config_version=5\n\n[application]\n\nrun/main_scene="res://main.tscn"\n'],
  [
    '.godot/global_script_class_cache.cfg',
    'list=[{"base": &"Resource", "class": &"ArcweaveAsset", "icon": "", "is_abstract": false, "is_tool": false, "language": &"GDScript", "path": "res://addons/arcweave/Editor/ArcweaveAsset.gd"}]\n',
  ],
  [
    'main.tscn',
    '[gd_scene format=3]\n\n[ext_resource type="Script" path="res://read-stories.gd" id="1"]\n\n[node name="Main" type="Node"]\nscript = ExtResource("1")\n',
  ],
  ['read-stories.gd', readFileSync(here('read-stories.gd'), 'utf8')],
  ['addons/arcweave/Editor/ArcweaveAsset.gd', readFileSync(here('arcweave-asset.gd'), 'utf8')],
]);
/** The folder of the asset files of each story; null where only the story is there. */
const storyFiles: Record<string, string | null> = {};
/** The story in each resource; null for the user's own value. */
const resourceFiles: Record<string, string | null> = {};

function addStory(path: string, text: string, assets: string | null = null): void {
  files.set(path, text);
  storyFiles[path] = assets;
}

function addResource(path: string, text: string, story: string | null): void {
  files.set(path, text);
  resourceFiles[path] = story;
}

/** A game folder that follows a project: its story files in all languages, its asset files, and a resource for each story file. */
async function addGame(name: string, project: Project): Promise<void> {
  const assets = planAssetFiles(project, godotExporter.assets, (file) => ({ sha256: file, bytes: 1 }));
  for (const { path } of assets.files) files.set(`${name}/${path}`, '.');
  for (const { path, text } of writtenFiles(project, 'godot', { locales: 'all', fallbackContents: true }, assets.renamedAssets)) {
    const storyPath = `${name}/${path}`;
    addStory(storyPath, text, `${name}/${godotExporter.assets.folder}`);
    await addEditedResource(storyPath, text);
  }
  const missing = assets.findings.filter(({ rule }) => rule === 'asset-missing').map(({ id }) => project.find('asset', id)?.name);
  games.set(name, { project, missing });
}

async function addEditedResource(storyPath: string, text: string): Promise<void> {
  const { edited, restored } = await editResource(text);
  addResource(`${storyPath}.tres`, edited, storyPath);
  expect(restored).toBe(usersResource);
}

/** The user's resource after the story was written into it, and after the integration was turned off. */
async function editResource(text: string): Promise<{ edited: string; restored: string }> {
  const archived = new Map<string, string>();
  const archiveText = async (value: string): Promise<string> => {
    archived.set(sha256(value), value);
    return sha256(value);
  };
  const bytes = Buffer.from(usersResource);
  const story = { sha256: sha256(text), text };
  const input = { path: 'story.tres', bytes, apiAddress: '', receipt: undefined, story, archiveText };
  const edit = await godotIntegration.apply(input);
  if (edit.type !== 'write' || !edit.bytes) return expect.fail('nothing was written');
  const readArchivedText = async (hash: string): Promise<string | undefined> => archived.get(hash);
  const restored = await godotIntegration.revert({ bytes: edit.bytes, receipt: edit.receipt, readArchivedText });
  return { edited: edit.bytes.toString(), restored: String(restored) };
}

let reports: ReadonlyMap<string, Report>;
const reportOf = (file: string): Report => reports.get(file) ?? expect.fail(`no report of ${file}`);
const problemsOf = (file: string): readonly string[] => reportOf(file).problems;

async function runGodot(folder: string): Promise<ReadonlyMap<string, Report>> {
  const pack = join(newFolderForFile(), 'game.pck');
  writeFileSync(pack, packResources(files.set('work.json', JSON.stringify({ stories: storyFiles, resources: resourceFiles }))));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [here('run-godot.ts'), folder, pack], {
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('report:'));
  const read = lines.map((line): Report & { file: string } => JSON.parse(line.slice('report:'.length)));
  expect(read.length, stderr).toBe(Object.keys(storyFiles).length + Object.keys(resourceFiles).length);
  return new Map(read.map((report) => [report.file, report]));
}

/** Projects by the name of their game folder, and the names of assets that have no file. */
const games = new Map<string, { project: Project; missing: readonly unknown[] }>();
const hosted = readHostedExports();
const goldens = stories.flatMap((story) =>
  recorded(story).map((file) => ({ path: `golden/${story}/${file}`, text: () => readGolden(story, file) })),
);
/** The reply for Unreal omits roots that others refer to, and an export of one board refers to elements of others. */
const completeGoldens = goldens.filter(({ path }) => /\.json$/.test(path) && !/unreal-http|one-board/.test(path));
const usersPath = 'mine.tres';
/** Values that Godot writes in a way of its own, or at another place. */
const oddPath = 'odd.json';
const oddValues = {
  numbers: [0, -0, 1e15, 999_999_999_999_999, 1.5e21, 1e-7, 0.000_012_5, 0.0001, -2.5, 0.1 + 0.2, 1 / 3],
  texts: ['"quotes" and \\', 'tab\tand\nlines\r\n', '👩‍🚀 é e\u0301 \u2028', ''],
  '': null,
  a: true,
  'a b': [],
  'a"b': {},
  é: 1,
  '\uff5e': 2,
  '😀': 3,
  '10': 4,
  '9': 5,
};
const planted = { assets: 'planted/no-root.json', order: 'planted/order.tres', float: 'planted/float.tres' };

function plantFaults(): void {
  const path = 'planted/story.json';
  const text = '{"b": {"f": 3.0, "é": 1}, "a": 2}';
  files.set(path, text);
  const story: Json = JSON.parse(readGolden('everything', 'godot.json'));
  const assets = Object.entries(Object(story.assets)).filter(([, asset]) => Reflect.get(Object(asset), 'root') !== true);
  addStory(planted.assets, JSON.stringify({ ...story, assets: Object.fromEntries(assets) }));
  addResource(planted.order, resource('project_settings = {\n"b": {\n"f": 3.0,\n"é": 1.0\n},\n"a": 2.0\n}\n'), path);
  addResource(planted.float, resource('project_settings = {\n"a": 2.0,\n"b": {\n"f": 3,\n"é": 1.0\n}\n}\n'), path);
}

describe.skipIf('reason' in godot)(`[Exports] Godot 4.6${leftOut}`, () => {
  beforeAll(async () => {
    for (const story of stories) await addGame(story, await goldenStory(story));
    for (const { name, json } of hosted) {
      const options = { environment: createTestEnvironment(), files: filesFor(json), repair: true };
      await addGame(name, new Project((await importStory(json, options)).records));
    }
    for (const { path, text } of completeGoldens) addStory(path, text());
    addResource(usersPath, usersResource, null);
    files.set(oddPath, JSON.stringify(oddValues));
    await addEditedResource(oddPath, JSON.stringify(oddValues));
    plantFaults();
    if ('folder' in godot) reports = await runGodot(godot.folder);
  });

  test('reads every recorded export as it is, and every reference in it', () => {
    for (const { path, text } of completeGoldens) {
      const written: Json = JSON.parse(text());
      const { problems, references, content } = reportOf(path);
      expect({ path, problems, references }).toEqual({
        path,
        problems: [],
        references: countReferences(Object(written.project ?? written)),
      });
      expect(content).toEqual(written);
    }
    expect(completeGoldens.length).toBeGreaterThan(30);
  });

  const checkGame = (name: string): void => {
    const { project, missing } = games.get(name) ?? expect.fail(name);
    const paths = Object.keys(storyFiles).filter((path) => path.startsWith(`${name}/arcweave/`));
    expect(paths.length).toBe(project.projectRecord.locales.length);
    const reachable = elementsReachableFromStart(new CheckContext(project, undefined, {})) ?? expect.fail('no start');
    const elements = [...reachable].filter((id) => project.find('element', id)).sort();
    for (const path of paths) {
      const { problems, reached, content } = reportOf(path);
      const missingFiles = problems.map((problem) => basename(problem));
      expect({ path, problems, missingFiles, reached: [...reached].sort() }).toEqual({
        path,
        problems,
        missingFiles: missing,
        reached: elements,
      });
      expect(content).toEqual(JSON.parse(files.get(path) ?? ''));
      expect({ path, problems: problemsOf(`${path}.tres`) }).toEqual({ path, problems: [] });
    }
  };

  test.each(stories)('finds the elements, assets and texts of a game folder, and saves its resource with the same bytes: %s', checkGame);

  test(`does so for every real file, too${skippedSuffix}`, () => {
    for (const { name } of hosted) checkGame(name);
  });

  test("saves the user's own resource, and one with unusual numbers, texts and keys, with the same bytes", () => {
    for (const path of [usersPath, `${oddPath}.tres`]) {
      const { problems, saved } = reportOf(path);
      expect(saved || files.get(path)).toBe(files.get(path));
      expect(problems).toEqual([]);
    }
  });

  test('reports a root of the assets that is missing, keys in another order, and a float that is written as an integer', () => {
    expect(problemsOf(planted.assets)).toContain('no root of the assets');
    expect(problemsOf(planted.order)).toEqual(['Godot saves other bytes']);
    expect(problemsOf(planted.float)).toEqual(['project_settings.b.f is a int instead of a float']);
  });
});
