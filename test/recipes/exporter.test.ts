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
import { copySources } from './source-copy.ts';

const copy = copySources();
const { folder } = copy;
const data = join(folder, 'out-test', 'data');
afterAll(() => copy.remove());

const exporterFile = 'main/exporters/lantern/lantern-exporter.ts';
const exporterSource = `
import { join } from 'node:path';
import { defineExporter, readProjectName, resolveKind } from '../exporter.ts';
import { defineExporterMessages } from '../exporter-messages.ts';

const lanternMessage = defineExporterMessages('lantern', { ending: 'Lantern adds “The end” to {element} by itself.' });

/** The Lantern engine reads one line for each element: its title, a tab, its text. */
export const lanternExporter = defineExporter({
  id: 'lantern',
  label: 'Lantern',
  project: {
    isProject: async (disk, folder) => (await resolveKind(disk, join(folder, 'lantern.cfg'))) === 'file',
    readName: (disk, folder) => readProjectName(disk, folder, join(folder, 'lantern.cfg'), /^name=(.*)$/m),
  },
  story: { folder: 'stories', extension: '.lantern' },
  protectedPaths: { paths: ['lantern.cfg'], extensions: [] },
  *serialize(project, { locale = project.mainLocale }) {
    yield { text: \`# \${project.projectRecord.name} (\${locale})\\n\` };
    for (const { id } of project.records()) {
      const element = project.find('element', id);
      if (!element) continue;
      const plain = (html: string | null | undefined) => (html ?? '').replace(/<[^>]*>/g, '');
      yield { text: \`\${plain(element.title[locale]?.text)}\\t\${plain(element.content[locale]?.text)}\\n\` };
    }
  },
  importerErrors: ['missing-start'],
  recordChecks: [
    (checking, { kind, id }) => {
      const element = kind === 'element' ? checking.project.find('element', id) : undefined;
      if (element?.content.en?.text?.includes('The end'))
        checking.warn('lantern-ending', element, lanternMessage('ending', { element: checking.elementName(element) }));
    },
  ],
});
`;
const registryFile = 'main/exporters/registry.ts';
const registryLine = "export { lanternExporter } from './lantern/lantern-exporter.ts';\n";

const run = promisify(execFile);
async function taleport(...args: string[]): Promise<string> {
  const script = join(folder, 'main/headless.ts');
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args, '--data', data]);
  return stdout;
}
const taleportJson = async (...args: string[]): Promise<unknown> => JSON.parse(await taleport(...args, '--json'));

const storyFile = join(folder, 'out-test', 'story.json');
const registryBefore = readFileSync(join(folder, registryFile), 'utf8');
let hash = '';
beforeAll(async () => {
  copy.add(exporterFile, exporterSource);
  copy.edit(registryFile, registryBefore, `${registryBefore}${registryLine}`);
  writeFileSync(storyFile, JSON.stringify(story()));
  hash = String(Reflect.get(Object(await taleportJson('import', storyFile)), 'hash'));
}, 600_000);

describe('an exporter is one folder and one line', () => {
  test('one new file and one new line are all that differs from the sources, and their types agree', async () => {
    expect(copy.changes()).toEqual({ byHand: [exporterFile, registryFile], generated: [] });
    expect(registryLine.trimEnd().split('\n')).toHaveLength(1);
    expect(await copy.typeCheck()).toBe('');
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
