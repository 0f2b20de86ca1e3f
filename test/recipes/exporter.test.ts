/**
 * The recipe “add an exporter”: one folder with everything that is known about the format, and one line in the registry. It is performed in a copy
 * of the sources, with a line-based text format of an engine that does not exist, and used from the command line.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accentText } from '../../shared/messages/pseudo-locale.ts';
import { story } from '../main/cli/taleport.ts';
import { root } from '../root.ts';
import { exporterRecipe } from './recipes.ts';
import { copySources } from './source-copy.ts';

const copy = copySources();
const { folder } = copy;
const data = join(folder, 'out-test', 'data');
afterAll(() => copy.remove());

const run = promisify(execFile);
async function taleport(...args: string[]): Promise<string> {
  const script = join(folder, 'main/headless.ts');
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args, '--data', data]);
  return stdout;
}
const countLines = (tree: string, path: string) => readFileSync(join(tree, path), 'utf8').trimEnd().split('\n').length;
const taleportJson = async (...args: string[]): Promise<unknown> => JSON.parse(await taleport(...args, '--json'));

const storyFile = join(folder, 'out-test', 'story.json');
let hash = '';
beforeAll(async () => {
  await exporterRecipe.perform(copy);
  writeFileSync(storyFile, JSON.stringify(story()));
  hash = String(Reflect.get(Object(await taleportJson('import', storyFile)), 'hash'));
});

describe('an exporter is one folder and one line', () => {
  test('one new file and one new line are all that differs from the sources', () => {
    expect(copy.changes().byHand).toEqual(exporterRecipe.files.byHand);
    expect(countLines(folder, 'main/exporters/registry.ts')).toBe(countLines(root, 'main/exporters/registry.ts') + 1);
  });

  test('the command line names the format and exports a story to a file', async () => {
    expect(await taleport('export', '--help')).toContain('json|unity|unreal|godot|lantern');
    const file = join(folder, 'out-test', 'story.lantern');
    await taleportJson('export', hash, '--format', 'lantern', '--out', file);
    const [title, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(title).toBe('# Small (en)');
    expect(lines.toSorted()).toEqual(['End\tThe end.', 'Start\tOnce.']);
  });

  test('its own check is part of a check for it, and of no other', async () => {
    const check = async (engine: string): Promise<unknown[]> => [Object(await taleportJson('check', hash, '--engine', engine))].flat();
    const message = 'Lantern adds “The end” to “End” by itself.';
    expect(await check('lantern')).toContainEqual(expect.objectContaining({ rule: 'lantern-ending', message }));
    expect(await check('json')).not.toContainEqual(expect.objectContaining({ rule: 'lantern-ending' }));
  });

  test('its own messages are formatted in the language of the reader', async () => {
    const text = await taleport('check', hash, '--engine', 'lantern', '--lang', 'pseudo');
    expect(text).toContain(
      `${accentText('Lantern adds “The end” to ')}${accentText('“')}End${accentText('”')}${accentText(' by itself.')}`,
    );
  });

  test('a target recognises a project of the engine, writes to its path, one file for each language, and never to protected paths', async () => {
    const folder = join(copy.folder, 'out-test', 'game');
    mkdirSync(folder);
    writeFileSync(join(folder, 'lantern.cfg'), 'name=Night walk\n');
    await taleport('locale', 'add', hash, 'de', '--name', 'Deutsch', '--base', 'en');
    const added = Object(await taleportJson('target', 'add', hash, '--folder', folder, '--all-locales'));
    expect(added).toMatchObject({ engine: 'lantern', files: ['stories/project.lantern', 'stories/project.de.lantern'] });
    expect(readFileSync(join(folder, 'stories/project.lantern'), 'utf8')).toContain('Start\tOnce.\n');
    expect(readFileSync(join(folder, 'stories/project.de.lantern'), 'utf8')).toMatch(/^# Small \(de\)\n/);
    expect(readFileSync(join(folder, 'lantern.cfg'), 'utf8')).toBe('name=Night walk\n');
    expect(existsSync(join(folder, '.taleport~'))).toBe(false);
    await taleportJson('target', 'set', String(added.id), '--main-locale');
    expect(existsSync(join(folder, 'stories/project.de.lantern'))).toBe(false);
  });
});
