/** Editor integrations: previewed, inserted without any other change, and removed without a trace. */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { environmentPath, restoreApiDomain, setApiDomain } from '../../../../main/exporters/godot/godot-environment.ts';
import {
  findProjectSettings,
  isArcweaveResource,
  removeProjectSettings,
  setProjectSettings,
  toGodotVariantText,
} from '../../../../main/exporters/godot/godot-resource.ts';
import { autoImportScript, autoImportScriptPath } from '../../../../main/exporters/unity/unity-integration.ts';
import {
  addAutoReimportLines,
  autoReimportLines,
  editorSettingsPath,
  removeAutoReimportLines,
} from '../../../../main/exporters/unreal/unreal-integration.ts';
import type { ExportFormat } from '../../../exporter-ids.ts';
import { newFolderForFile } from '../../../new-folder.ts';
import { cases, expectEnough } from '../../../rounds.ts';
import { hasFileLinks } from '../../../system-abilities.ts';
import { type Bench, openBench } from '../bench.ts';
import { gameProject, readAllFiles, textAt, writeTextFile } from '../game.ts';

async function target(engine: ExportFormat, before: Record<string, string> = {}): Promise<{ bench: Bench; folder: string; id: string }> {
  const bench = await openBench();
  const folder = gameProject(engine);
  for (const [path, text] of Object.entries(before)) writeTextFile(folder, path, text);
  const { id } = await bench.targets.add({ hash: 'castle', folder, engine });
  return { bench, folder, id };
}
const findings = (bench: Bench) => bench.targets.list()[0]?.status.findings;

describe('a game project that is away', () => {
  test.each(['unity', 'unreal', 'godot'] as const)(
    '[Targets] %s: nothing is created where it was, and a receipt is kept',
    async (engine) => {
      const { bench, folder, id } = await target(engine, engine === 'unreal' ? { [editorSettingsPath]: '[A]\n' } : {});
      const [offer] = await bench.targets.listIntegrations(id);
      const integrationFile = String(offer?.path);
      const away = `${folder}-away`;
      const rejection = { code: 'folder', json: { context: { gone: folder } } };
      renameSync(folder, away);
      await expect(bench.targets.listIntegrations(id)).rejects.toMatchObject(rejection);
      await expect(bench.targets.changeSettings(id, { integrationFile })).rejects.toMatchObject(rejection);
      expect(existsSync(folder)).toBe(false);
      expect(bench.targets.list()[0]?.integrationFile).toBeNull();

      renameSync(away, folder);
      const before = readAllFiles(folder);
      await bench.targets.changeSettings(id, { integrationFile });
      renameSync(folder, away);
      await expect(bench.targets.changeSettings(id, { integrationFile: null })).rejects.toMatchObject(rejection);
      expect(bench.targets.list()[0]?.integrationFile).toBe(integrationFile);
      renameSync(away, folder);
      await bench.targets.changeSettings(id, { integrationFile: null });
      expect(readAllFiles(folder)).toEqual(before);
    },
  );
});

describe('Unity', () => {
  test('[Targets] the script is previewed, written when it is turned on, and removed when it is turned off', async () => {
    const { bench, folder, id } = await target('unity');
    const before = readAllFiles(folder);
    const [offer] = await bench.targets.listIntegrations(id);
    expect(offer).toMatchObject({ path: autoImportScriptPath, action: 'create', diff: { type: 'text' } });
    expect(offer?.diff.hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')).toBe(autoImportScript);
    expect(readAllFiles(folder)).toEqual(before);
    expect(await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath })).toMatchObject({
      integrationFile: autoImportScriptPath,
      status: { state: 'upToDate' },
    });
    expect(textAt(folder, autoImportScriptPath)).toBe(autoImportScript);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(readAllFiles(folder)).toEqual(before);
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
    expect(bench.keyValueStore.list('integration/')).toEqual([]);
  });

  test('[Targets] the script saves no asset but the one that it imports', () => {
    expect(autoImportScript).toContain('AssetDatabase.SaveAssetIfDirty(asset)');
    expect(autoImportScript).not.toMatch(/SaveAssets|SaveProject/);
  });

  test('[Targets] an externally changed or deleted script is reported and not overwritten, also when it is turned off', async () => {
    const { bench, folder, id } = await target('unity');
    await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath });
    writeTextFile(folder, autoImportScriptPath, '// mine now');
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(findings(bench)).toMatchObject([{ severity: 'hint', rule: 'integration-changed' }]);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, autoImportScriptPath)).toBe('// mine now');
    await expect(bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath })).rejects.toThrow(
      'already exists and wasn’t created by Taleport',
    );
    expect(bench.targets.list()[0]?.integrationFile).toBeNull();
    unlinkSync(join(folder, autoImportScriptPath));
    await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath });
    unlinkSync(join(folder, autoImportScriptPath));
    await bench.targets.run({ id });
    expect(existsSync(join(folder, autoImportScriptPath))).toBe(false);
  });

  test('[Targets] a script with the line ends of Windows is unchanged, whoever checked it out', async () => {
    const { bench, folder, id } = await target('unity');
    const checkedOut = autoImportScript.replaceAll('\n', '\r\n');
    writeTextFile(folder, autoImportScriptPath, checkedOut);
    const [offer] = await bench.targets.listIntegrations(id);
    expect(offer?.diff.hunks).toEqual([]);
    await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath });
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(findings(bench)).toEqual([]);
    expect(textAt(folder, autoImportScriptPath)).toBe(checkedOut);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(existsSync(join(folder, autoImportScriptPath))).toBe(false);
  });

  test('[Targets] the script is removed with the target; files of the editor beside it stay', async () => {
    const { bench, folder, id } = await target('unity');
    await bench.targets.changeSettings(id, { integrationFile: autoImportScriptPath });
    writeTextFile(folder, `${autoImportScriptPath}.meta`, 'guid');
    await bench.targets.remove(id);
    expect(existsSync(join(folder, autoImportScriptPath))).toBe(false);
    expect(textAt(folder, `${autoImportScriptPath}.meta`)).toBe('guid');
  });

  test('[Targets] an integration that is not offered is rejected and not stored', async () => {
    const { bench, folder, id } = await target('unity');
    const before = readAllFiles(folder);
    for (const integrationFile of ['Assets/other.cs', editorSettingsPath, '../x.tres', 'ProjectSettings/ProjectSettings.asset'])
      await expect(bench.targets.changeSettings(id, { integrationFile })).rejects.toMatchObject({ code: 'invalid' });
    expect(readAllFiles(folder)).toEqual(before);
    expect(bench.targets.list()[0]?.integrationFile).toBeNull();
    const json = await target('json');
    expect(await json.bench.targets.listIntegrations(json.id)).toEqual([]);
  });

  test('[Targets] the script refers to the importer by name only', () => {
    expect(autoImportScript).not.toMatch(/^using Arcweave/m);
    expect(autoImportScript.match(/\{/g)?.length).toBe(autoImportScript.match(/\}/g)?.length);
    expect(autoImportScript).not.toMatch(/[^\x20-\x7e\n]/);
  });
});

describe('the address that the Godot addon asks', () => {
  const original = '{\n  "API_DOMAIN": "https://example.org/",\n  "headers": {\n    "Authorization": "Basic eDp5"\n  }\n}';
  const lines = (bench: Bench, id: string) =>
    bench.targets.listIntegrations(id).then((offers) => offers.find(({ path }) => path === environmentPath));

  test('[Targets] it is previewed, only API_DOMAIN is written, and the old value is restored', async () => {
    const { bench, folder, id } = await target('godot', { [environmentPath]: original });
    const offer = await lines(bench, id);
    expect(offer).toMatchObject({ action: 'change', diff: { type: 'text' } });
    const changed = offer?.diff.hunks.flatMap((hunk) => hunk.lines.filter(({ type }) => type !== 'both').map(({ text }) => text.trim()));
    expect(changed).toEqual(['"API_DOMAIN": "https://example.org/",', '"API_DOMAIN": "http://127.0.0.1:9/",']);
    expect(textAt(folder, environmentPath)).toBe(original);
    await bench.targets.changeSettings(id, { integrationFile: environmentPath });
    expect(textAt(folder, environmentPath)).toBe(original.replace('https://example.org/', 'http://127.0.0.1:9/'));
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, environmentPath)).toBe(original);
  });

  test('[Targets] a file that was created for it is deleted, and a changed address is left alone', async () => {
    const { bench, folder, id } = await target('godot', { 'addons/arcweave/plugin.cfg': '[plugin]\nversion="2.2.0"\n' });
    expect(await lines(bench, id)).toMatchObject({ action: 'create' });
    await bench.targets.changeSettings(id, { integrationFile: environmentPath });
    expect(JSON.parse(textAt(folder, environmentPath))).toEqual({ API_DOMAIN: 'http://127.0.0.1:9/' });
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(existsSync(join(folder, environmentPath))).toBe(false);
    await bench.targets.changeSettings(id, { integrationFile: environmentPath });
    writeTextFile(folder, environmentPath, original);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, environmentPath)).toBe(original);
  });

  test('[Targets] an address that the user moved is removed with its comma, or left where nothing valid would remain', async () => {
    const { bench, folder, id } = await target('godot', { [environmentPath]: '{ "headers": {} }' });
    for (const [moved, removed] of [
      ['{ "headers": {}, "API_DOMAIN": "http://127.0.0.1:9/" }', '{ "headers": {} }'],
      ['{\n  "headers": {},\n  "API_DOMAIN": "http://127.0.0.1:9/"\n}\n', '{\n  "headers": {}\n}\n'],
      ['{ "a": 1, "API_DOMAIN": "http://127.0.0.1:9/", "b": 2 }', '{ "a": 1, "b": 2 }'],
      ['{ "API_DOMAIN": "http://127.0.0.1:9/" }', '{ }'],
      ['{ "old": { "API_DOMAIN": "x" }, "API_DOMAIN": "http://127.0.0.1:9/" }', undefined],
    ] as const) {
      writeTextFile(folder, environmentPath, '{ "headers": {} }');
      await bench.targets.changeSettings(id, { integrationFile: environmentPath });
      writeTextFile(folder, environmentPath, moved);
      await bench.targets.changeSettings(id, { integrationFile: null });
      expect(textAt(folder, environmentPath)).toBe(removed ?? moved);
    }
  });

  test('[Targets] without the addon it is not offered, and a file that is no settings is not edited', async () => {
    const { bench, folder, id } = await target('godot');
    rmSync(join(folder, 'addons'), { recursive: true });
    expect(await lines(bench, id)).toBeUndefined();
    const other = await target('godot', { [environmentPath]: 'not JSON' });
    expect(await lines(other.bench, other.id)).toBeUndefined();
    await expect(other.bench.targets.changeSettings(other.id, { integrationFile: environmentPath })).rejects.toThrow('isn’t the JSON file');
    expect(textAt(other.folder, environmentPath)).toBe('not JSON');
  });

  test('[Targets] whatever else the file contains stays as it is, and the text before comes back', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => name !== 'API_DOMAIN' && name !== '__proto__'),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        fc.option(fc.string()),
        fc.constantFrom(0, 2),
        (others, domain, indent) => {
          const text = JSON.stringify({ ...others, ...(domain !== null && { API_DOMAIN: domain }) }, null, indent);
          const edit = setApiDomain(text, 'http://127.0.0.1:4848/');
          // A text of the file that looks like the member may keep it from being edited.
          if (!edit) return;
          expect(JSON.parse(edit.text)).toEqual({ ...others, API_DOMAIN: 'http://127.0.0.1:4848/' });
          expect(JSON.parse(restoreApiDomain(edit.text, edit.before) ?? '')).toEqual(JSON.parse(text));
          if (edit.before !== null) expect(restoreApiDomain(edit.text, edit.before)).toBe(text);
        },
      ),
      { numRuns: cases(100) },
    );
  });
});

describe('Unreal', () => {
  const ini =
    '[/Script/EngineSettings.GeneralProjectSettings]\r\nProjectName=Castle\r\n\r\n[/Script/UnrealEd.EditorLoadingSavingSettings]\r\nbX=True\r\n';

  test('[Targets] two lines are inserted and removed, and every other byte stays', async () => {
    const { bench, folder, id } = await target('unreal', { [editorSettingsPath]: ini });
    const [offer] = await bench.targets.listIntegrations(id);
    expect(offer).toMatchObject({ path: editorSettingsPath, action: 'change' });
    expect(offer?.diff.hunks.flatMap(({ lines }) => lines.filter(({ type }) => type !== 'both').map(({ text }) => text))).toEqual(
      autoReimportLines,
    );
    await bench.targets.changeSettings(id, { integrationFile: editorSettingsPath });
    expect(textAt(folder, editorSettingsPath)).toBe(ini.replace('Settings]\r\nbX', `Settings]\r\n${autoReimportLines.join('\r\n')}\r\nbX`));
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, editorSettingsPath)).toBe(ini);
  });

  test('[Targets] a missing file is created, and removed again; with lines of the user in it, it stays', async () => {
    const { bench, folder, id } = await target('unreal');
    unlinkSync(join(folder, editorSettingsPath));
    await bench.targets.changeSettings(id, { integrationFile: editorSettingsPath });
    expect(textAt(folder, editorSettingsPath)).toBe(`[/Script/UnrealEd.EditorLoadingSavingSettings]\n${autoReimportLines.join('\n')}\n`);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(existsSync(join(folder, editorSettingsPath))).toBe(false);
    await bench.targets.changeSettings(id, { integrationFile: editorSettingsPath });
    writeFileSync(join(folder, editorSettingsPath), `${textAt(folder, editorSettingsPath)}bMine=True\n`);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, editorSettingsPath)).toBe('bMine=True\n');
  });

  test('[Targets] lines that somebody removed are not inserted again automatically', async () => {
    const { bench, folder, id } = await target('unreal', { [editorSettingsPath]: ini });
    await bench.targets.changeSettings(id, { integrationFile: editorSettingsPath });
    writeTextFile(folder, editorSettingsPath, ini);
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(textAt(folder, editorSettingsPath)).toBe(ini);
    expect(findings(bench)).toMatchObject([{ rule: 'integration-changed' }]);
  });

  test('[Targets] a read-only file is not written over, and no other file of Config is ever touched', async () => {
    const { bench, folder, id } = await target('unreal', { [editorSettingsPath]: ini, 'Config/DefaultGame.ini': 'x' });
    chmodSync(join(folder, editorSettingsPath), 0o444);
    await expect(bench.targets.changeSettings(id, { integrationFile: editorSettingsPath })).rejects.toThrow('is read-only');
    expect(bench.keyValueStore.list('integration/')).toEqual([]);
    for (const integrationFile of ['Config/DefaultGame.ini', 'Config/defaulteditor.ini'])
      await expect(bench.targets.changeSettings(id, { integrationFile })).rejects.toMatchObject({ code: 'invalid' });
    expect(textAt(folder, editorSettingsPath)).toBe(ini);
  });

  test.runIf(hasFileLinks)('[Targets] a link out of the project is not followed', async () => {
    const { bench, folder, id } = await target('unreal');
    const away = newFolderForFile();
    writeTextFile(away, 'x.ini', 'theirs');
    unlinkSync(join(folder, editorSettingsPath));
    symlinkSync(join(away, 'x.ini'), join(folder, editorSettingsPath));
    await expect(bench.targets.changeSettings(id, { integrationFile: editorSettingsPath })).rejects.toThrow(
      'leads out of the game project',
    );
    expect(textAt(away, 'x.ini')).toBe('theirs');
  });

  test('[Targets] for any content in any encoding, inserting and removing results in the same bytes', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '[A]',
        '[/Script/UnrealEd.EditorLoadingSavingSettings]',
        'K=V',
        '; Größe',
        '+A=(B="C")',
        `x${autoReimportLines[0]}`,
      ),
      fc.string({ maxLength: 10 }).map((text) => text.replace(/[\r\n]/g, '')),
    );
    let edited = 0;
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.constantFrom('utf8', 'utf8 mark', 'utf16le', 'utf16be'),
        (lines, newLine, ends, encoding) => {
          const text = lines.join(newLine) + (ends ? newLine : '');
          const before = encoded(text, encoding);
          const edit = addAutoReimportLines(before);
          if (!edit) return;
          edited += 1;
          expect(removeAutoReimportLines(edit.bytes, edit.inserted)?.equals(before)).toBe(true);
          expect(addAutoReimportLines(edit.bytes)).toBeNull();
        },
      ),
      { numRuns: cases(1000) },
    );
    expectEnough(edited, cases(1000), 0.8);
    // Bytes that are no text of any kind come back, too.
    const odd = Buffer.from([0x41, 0xff, 0x80, 0x0a, 0xc3]);
    const edit = addAutoReimportLines(odd);
    expect(edit && removeAutoReimportLines(edit.bytes, edit.inserted)?.equals(odd)).toBe(true);
  });
});

function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf8 mark') return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
  const body = Buffer.from(text, 'utf16le');
  return encoding === 'utf16le'
    ? Buffer.concat([Buffer.from([0xff, 0xfe]), body])
    : Buffer.concat([Buffer.from([0xfe, 0xff]), body.swap16()]);
}

const head =
  '[gd_resource type="Resource" script_class="ArcweaveAsset" load_steps=2 format=3 uid="uid://x"]\n\n[ext_resource type="Script" path="res://addons/arcweave/Editor/ArcweaveAssetScript.gd" id="1"]\n\n[resource]\nscript = ExtResource("1")\n';
const settings = '{\n"name": "Old \\"one\\"\nproject_settings = {",\n"list": [1.0, "}"],\n"none": {}\n}';
const resource = `${head}use_api = false\napi_key = "secret: ü"\nproject_settings = ${settings}\nmetadata/x = Vector2(1, 2)\n`;

describe('Godot', () => {
  test('[Targets] the story is inserted into the resource and removed; every other byte stays', async () => {
    const { bench, folder, id } = await target('godot', {
      'story/arcweave.tres': resource,
      'other.tres': '[gd_resource type="Theme"]\n\n[resource]\n',
      'addons/a.tres': resource,
    });
    const offers = await bench.targets.listIntegrations(id);
    expect(offers.map(({ path, action }) => [path, action])).toEqual([
      ['story/arcweave.tres', 'change'],
      [environmentPath, 'create'],
    ]);
    await bench.targets.changeSettings(id, { integrationFile: 'story/arcweave.tres' });
    const written = (): string => textAt(folder, 'story/arcweave.tres');
    expect(written()).toBe(resource.replace(settings, '{\n"name": "castle",\n"text": "Once upon a time"\n}'));
    bench.story.text = 'Grüße, \\"';
    await bench.targets.run({ id });
    expect(written()).toContain('"text": "Grüße, \\""');
    // The editor saves something else of it.
    writeFileSync(join(folder, 'story/arcweave.tres'), written().replace('use_api = false', 'use_api = true'));
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(written()).toContain('"text": "Next"');
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(written()).toBe(resource.replace('use_api = false', 'use_api = true'));
  });

  test('[Targets] an externally changed value stays when the integration is turned off', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const foreignFiles = textAt(folder, 'a.tres').replace('Once upon', 'Twice upon');
    writeTextFile(folder, 'a.tres', foreignFiles);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(foreignFiles);
  });

  test('[Targets] a resource without the value gets the line, which is removed again', async () => {
    for (const bare of [head, `${head}use_api = false`, `${head}use_api = false\r\n`.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r')]) {
      const { bench, folder, id } = await target('godot', { 'a.tres': bare });
      await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
      expect(textAt(folder, 'a.tres')).toContain('project_settings = {');
      await bench.targets.changeSettings(id, { integrationFile: null });
      expect(textAt(folder, 'a.tres').trimEnd()).toBe(bare.trimEnd());
    }
  });

  test('[Targets] what was in the resource before stays archived, also if it is the text of an export that is dropped', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const exportNext = async (text: string): Promise<void> => {
      bench.story.text = text;
      bench.story.version += 1;
      await bench.targets.run({ id });
      await bench.targets.history(id);
    };
    bench.story.others = { 'arcweave/other.txt': settings };
    await exportNext('Two');
    bench.story.others = {};
    for (let count = 0; count < 20; count += 1) await exportNext(`Next ${count}`);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(resource);
  });

  test('[Targets] an unchanged story does not touch the resource', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const { mtimeMs } = await import('node:fs').then(({ statSync }) => statSync(join(folder, 'a.tres')));
    await bench.targets.run({ id });
    expect((await import('node:fs')).statSync(join(folder, 'a.tres')).mtimeMs).toBe(mtimeMs);
  });

  test('[Targets] another resource gets the story before it is taken from the one that had it', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource, 'b.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const edited = textAt(folder, 'a.tres');
    await bench.targets.changeSettings(id, { integrationFile: 'b.tres' });
    expect([textAt(folder, 'a.tres'), textAt(folder, 'b.tres')]).toEqual([resource, edited]);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'b.tres')).toBe(resource);
    expect(bench.keyValueStore.list('integration/')).toEqual([]);
  });

  test('[Targets] the resource keeps the story if another one cannot get it, and the old value is still restored', async () => {
    const other = '[gd_resource type="Theme"]\n\n[resource]\n';
    const { bench, folder, id } = await target('godot', { 'a.tres': resource, 'theme.tres': other, 'locked.tres': resource });
    chmodSync(join(folder, 'locked.tres'), 0o444);
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const edited = textAt(folder, 'a.tres');
    for (const integrationFile of ['theme.tres', 'locked.tres', 'missing.tres', 'x']) {
      await expect(bench.targets.changeSettings(id, { integrationFile })).rejects.toThrow();
      expect(textAt(folder, 'a.tres')).toBe(edited);
      expect(bench.targets.list()[0]).toMatchObject({ integrationFile: 'a.tres', status: { state: 'upToDate' } });
    }
    expect([textAt(folder, 'theme.tres'), textAt(folder, 'locked.tres')]).toEqual([other, resource]);
    bench.story.text = 'Next';
    await bench.targets.run({ id });
    expect(textAt(folder, 'a.tres')).toContain('"text": "Next"');
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(resource);
  });

  test('[Targets] another resource is as it was if the story cannot be taken from the one that has it', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource, 'b.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const edited = textAt(folder, 'a.tres');
    chmodSync(join(folder, 'a.tres'), 0o444);
    await expect(bench.targets.changeSettings(id, { integrationFile: 'b.tres' })).rejects.toThrow('is read-only');
    expect([textAt(folder, 'a.tres'), textAt(folder, 'b.tres')]).toEqual([edited, resource]);
    expect(bench.targets.list()[0]?.integrationFile).toBe('a.tres');
    chmodSync(join(folder, 'a.tres'), 0o644);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(resource);
    expect(bench.keyValueStore.list('integration/')).toEqual([]);
  });

  test.runIf(hasFileLinks)('[Targets] another path of the same resource keeps its story and its old value', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    symlinkSync('a.tres', join(folder, 'link.tres'));
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const edited = textAt(folder, 'a.tres');
    await bench.targets.changeSettings(id, { integrationFile: 'link.tres' });
    expect(textAt(folder, 'a.tres')).toBe(edited);
    await bench.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(resource);
  });

  test('[Targets] a missing or invalid resource is reported, and the export is complete', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    for (const spoil of ['{"', null]) {
      if (spoil === null) unlinkSync(join(folder, 'a.tres'));
      else writeTextFile(folder, 'a.tres', spoil);
      bench.story.text = `Next ${spoil}`;
      await bench.targets.run({ id }).catch(() => undefined);
      expect(bench.targets.list()[0]?.status).toMatchObject({ state: 'upToDate', findings: [{ kind: 'file', id: 'a.tres' }] });
      expect(readFileSync(join(folder, 'arcweave/project.json'), 'utf8')).toBe(bench.story.bytes());
    }
  });

  test('[Targets] after a restart the previous content of the files is still restored', async () => {
    const { bench, folder, id } = await target('godot', { 'a.tres': resource });
    await bench.targets.changeSettings(id, { integrationFile: 'a.tres' });
    const reopened = await bench.reopen();
    await reopened.targets.changeSettings(id, { integrationFile: null });
    expect(textAt(folder, 'a.tres')).toBe(resource);
  });

  test('[Targets] any value is found up to its end, inserted and removed', async () => {
    expect(isArcweaveResource(resource)).toBe(true);
    const json = fc.jsonValue().map((value) => JSON.stringify({ value }));
    const other = fc.constantFrom(
      'a = 1\n',
      'b = "x\nproject_settings = 3"\n',
      'c = {\n"k": [1, "]"]\n}\n',
      'd = SubResource("1")\n',
      '\n',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(other, { maxLength: 4 }),
        json,
        json,
        fc.array(other, { maxLength: 3 }),
        async (before, one, two, after) => {
          const [old, next] = [await toGodotVariantText(one), await toGodotVariantText(two)];
          const bare = head + before.join('');
          const text = `${bare}project_settings = ${old}\n${after.join('')}`;
          const place = await findProjectSettings(text);
          expect(place && text.slice(place.from, place.to)).toBe(old);
          if (!place) return;
          const changed = setProjectSettings(text, place, next);
          const found = await findProjectSettings(changed);
          expect(found && changed.slice(found.from, found.to)).toBe(next);
          expect(found && setProjectSettings(changed, found, old)).toBe(text);
          expect(await findProjectSettings(bare)).toBeNull();
          const added = setProjectSettings(bare, null, next);
          const at = await findProjectSettings(added);
          expect(at && removeProjectSettings(added, at)).toBe(bare);
        },
      ),
      { numRuns: cases(500) },
    );
  });
});
