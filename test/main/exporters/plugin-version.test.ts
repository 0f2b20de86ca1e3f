/** Which version of an engine's plug-in a game project has. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { getExporter } from '../../../main/exporters/exporters.ts';
import { resolvePlugin } from '../../../main/exporters/plugin-version.ts';
import { type Disk, nodeDisk } from '../../../main/platform/disk.ts';
import { findVersionByName } from '../../../shared/contracts/plugin-versions.ts';
import { newFolder } from '../../new-folder.ts';

function gameProject(files: Readonly<Record<string, string>>): string {
  const root = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function versionIn(engine: string, files: Readonly<Record<string, string>>): Promise<string> {
  const exporter = getExporter(engine);
  const foundPlugin = (await exporter.plugin?.find(nodeDisk, gameProject(files))) ?? null;
  const { version, basis, newerNumber } = resolvePlugin(exporter, { foundPlugin }) ?? expect.fail();
  return [version.id, basis, newerNumber, foundPlugin?.source].filter((part) => part != null).join(' ');
}

const unrealDescriptor = (name: string) => ({ 'Plugins/arcweave/arcweave.uplugin': `{"FileVersion": 3,\n\t"VersionName": "${name}"}` });
const unrealMarker = 'Plugins/arcweave/Source/arcweave/Public/ArcweaveRuntimeState.h';
const godotConfig = (version: string) => ({ 'addons/arcweave/plugin.cfg': `[plugin]\n\nname="Arcweave"\nversion="${version}"\n` });
const unityPlugin = 'Assets/Arcweave/Plugin';

test.each<[engine: string, files: Record<string, string>, expected: string]>([
  ['unity', {}, 'v1 assumed'],
  ['unity', { 'Assets/Arcweave/project.json': '{}', [`${unityPlugin}/Runtime/Project/Project.cs`]: '' }, 'v1 assumed'],
  [
    'unity',
    { 'Assets/Arcweave/Changelog.md': '# Changelog\n\n## [2.0.3] - 2025-01-02\n\n## 2.0.0\n' },
    'v1 found Assets/Arcweave/Changelog.md',
  ],
  ['unity', { 'Assets/Arcweave/Changelog.md': '# Changelog\n\n## Unreleased\n\n## 2.0.3\n' }, 'main found Assets/Arcweave/Changelog.md'],
  [
    'unity',
    { [`${unityPlugin}/Runtime/Interpreter/INodes/IHasVariables.cs`]: '' },
    `main found ${unityPlugin}/Runtime/Interpreter/INodes/IHasVariables.cs`,
  ],
  ['unity', { [`${unityPlugin}/ArcweavePlugin.asmdef`]: '{}' }, `main found ${unityPlugin}/ArcweavePlugin.asmdef`],
  ['unity', { 'Packages/com.arcweave.unity/package.json': '{"version": "2.0.4"}' }, 'v1 found Packages/com.arcweave.unity/package.json'],
  [
    'unity',
    { 'Packages/com.arcweave.unity/package.json': '{"version": "3.1.0"}' },
    'v1 found 3.1.0 Packages/com.arcweave.unity/package.json',
  ],
  [
    'unity',
    { 'Packages/com.arcweave.unity/package.json': '{"version": "3.1.0"}', 'Packages/com.arcweave.unity/ArcweavePlugin.asmdef': '' },
    'main found 3.1.0 Packages/com.arcweave.unity/package.json',
  ],
  ['unity', { 'Packages/com.other/package.json': '{"version": "9.0"}', 'Assets/Other/Changelog.md': '## 9' }, 'v1 assumed'],
  ['unreal', {}, '2.2.0 assumed'],
  ['unreal', unrealDescriptor('1.1'), '1.1 found Plugins/arcweave/arcweave.uplugin'],
  ['unreal', unrealDescriptor('1.0'), '1.1 found Plugins/arcweave/arcweave.uplugin'],
  ['unreal', { ...unrealDescriptor('1.1'), [unrealMarker]: '' }, `2.2.0 found ${unrealMarker}`],
  ['unreal', unrealDescriptor('2.2'), '2.2.0 found Plugins/arcweave/arcweave.uplugin'],
  ['unreal', { ...unrealDescriptor('2.4'), [unrealMarker]: '' }, '2.2.0 found 2.4 Plugins/arcweave/arcweave.uplugin'],
  ['unreal', { 'Plugins/Marketplace/Other/Other.uplugin': '{"VersionName": "7"}' }, '2.2.0 assumed'],
  ['godot', {}, '2.2.0 assumed'],
  ['unity', { 'Assets/ThirdParty/Arcweave/package.json': '{"version": "2.0.4"}' }, 'v1 found Assets/ThirdParty/Arcweave/package.json'],
  ['unity', { 'Assets/_Plugins/Arcweave/package.json': '{"version": "2.0.4"}' }, 'v1 found Assets/_Plugins/Arcweave/package.json'],
  ['godot', { 'addons/Arcweave/plugin.cfg': 'version="2.0.4"\n' }, '2.0.4 found addons/Arcweave/plugin.cfg'],
  ['godot', godotConfig('2.0.4'), '2.0.4 found addons/arcweave/plugin.cfg'],
  ['godot', godotConfig('2.1'), '2.0.4 found addons/arcweave/plugin.cfg'],
  ['godot', godotConfig('2.2.0'), '2.2.0 found addons/arcweave/plugin.cfg'],
  ['godot', godotConfig('2.10.0'), '2.2.0 found 2.10.0 addons/arcweave/plugin.cfg'],
  ['godot', godotConfig(''), '2.2.0 assumed'],
  [
    'godot',
    { ...godotConfig(''), 'addons/arcweave/Interpreter/INodes/IHasVariables.cs': '' },
    'main found addons/arcweave/Interpreter/INodes/IHasVariables.cs',
  ],
  [
    'godot',
    { ...godotConfig('2.2.0'), 'addons/arcweave/Interpreter/INodes/IHasVariables.cs': '' },
    'main found addons/arcweave/Interpreter/INodes/IHasVariables.cs',
  ],
])('[Targets] in a game project of %s with %j it is: %s', async (engine, files, expected) => {
  expect(await versionIn(engine, files)).toBe(expected);
});

test('[Targets] the plug-in is found through a link, that of its own folder or of one around it', async () => {
  const checkout = gameProject(godotConfig('2.2.0'));
  const linked = gameProject({ 'project.godot': '' });
  symlinkSync(join(checkout, 'addons'), join(linked, 'addons'), 'junction');
  expect(await getExporter('godot').plugin?.find(nodeDisk, linked)).toMatchObject({ number: '2.2.0' });
  const addon = gameProject({ 'addons/other/plugin.cfg': '' });
  symlinkSync(join(checkout, 'addons/arcweave'), join(addon, 'addons/arcweave'), 'junction');
  expect(await getExporter('godot').plugin?.find(nodeDisk, addon)).toMatchObject({ number: '2.2.0', source: 'addons/arcweave/plugin.cfg' });
});

test('[Targets] a version that was set takes precedence, and one that no longer exists counts as none', () => {
  const exporter = getExporter('unreal');
  const foundPlugin = { number: '1.1', versionId: null, source: 'x' };
  const known = (pluginVersion: string) => resolvePlugin(exporter, { pluginVersion, foundPlugin });
  expect(known('2.2.0')).toMatchObject({ version: { id: '2.2.0' }, basis: 'set' });
  expect(known('0.9')).toMatchObject({ version: { id: '1.1' }, basis: 'found' });
});

test('a version is named by its id, its number, the beginning of one of them, or a number that it stands for', () => {
  const named = (engine: string, name: string) => findVersionByName(getExporter(engine).plugin?.versions ?? [], name)?.id;
  expect(['v1', '2.0', '2.0.3', 'v2', 'v2-withdrawn', 'main', '2'].map((name) => named('unity', name))).toEqual([
    'v1',
    'v1',
    'v1',
    'v2-withdrawn',
    'v2-withdrawn',
    'main',
    'v1',
  ]);
  expect(['2', '2.2', '2.2.0', '2.0', '3', ''].map((name) => named('godot', name))).toEqual([
    undefined,
    '2.2.0',
    '2.2.0',
    '2.0.4',
    undefined,
    undefined,
  ]);
});

test('the search for the plug-in takes as many calls of the disk with thousands of exported assets as without', async () => {
  const callsWith = async (assets: number): Promise<number> => {
    const files = Object.fromEntries(Array.from({ length: assets }, (_, at) => [`Assets/Arcweave/resources/${at}.png`, '']));
    const root = gameProject({ 'Assets/Arcweave/project.json': '{}', 'Assets/Arcweave/Resources/first.png': '', ...files });
    let calls = 0;
    const counting: Disk = {
      ...nodeDisk,
      kind: (path) => nodeDisk.kind(path).finally(() => calls++),
      listNames: (path) => nodeDisk.listNames(path).finally(() => calls++),
    };
    await getExporter('unity').plugin?.find(counting, root);
    return calls;
  };
  expect(await callsWith(500)).toBe(await callsWith(1));
});
