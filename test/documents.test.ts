/** The documents agree with the repository: decision records are numbered and indexed, and links and paths lead to files that exist, those of comments too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './import-graph.ts';
import { root } from './root.ts';

const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const records = readdirSync(resolve(root, 'docs/adr'))
  .filter((name) => /^\d{4}-/.test(name))
  .sort();
const sources = ['main', 'renderer', 'shared', 'scripts', 'test'].flatMap((folder) => listFiles(folder, /\.(tsx?|mjs)$/));

describe('decision records', () => {
  test('have a number each, and are listed in the index with title and status', () => {
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
    const index = read('docs/adr/README.md');
    for (const name of records) {
      const number = name.slice(0, 4);
      const [, title, status] = /^# \d{4}\. (.+)\n\nStatus: (.+) · \d{4}-\d\d-\d\d\n/.exec(read(`docs/adr/${name}`)) ?? [];
      const plainStatus = status?.replace(/\[(\d{4})\]\([^)]+\)/g, '$1');
      expect(index, name).toContain(`| [${number}](${name}) | ${title} | ${plainStatus} |`);
    }
    expect(index.match(/^\| \[\d{4}\]/gm)?.length).toBe(records.length);
  });

  test.each(records)('%s states context, decision and consequences, in this order', (name) => {
    const headings = [...read(`docs/adr/${name}`).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.filter((heading) => heading !== 'Options')).toEqual(['Context', 'Decision', 'Consequences']);
  });
});

describe('links between documents', () => {
  const documents = [
    'README.md',
    'CHANGELOG.md',
    'test/README.md',
    ...readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.md') ? [`docs/${name}`] : [],
    ),
  ];

  const missingTargets = (file: string, link: RegExp): string[] =>
    [...read(file).matchAll(link)].flatMap(([, target = '']) =>
      /^[a-z]+:/.test(target) || existsSync(resolve(root, dirname(file), target)) ? [] : [`${file}: ${target}`],
    );

  test.each(documents)('%s only links to files that exist', (document) => {
    expect(missingTargets(document, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g)).toEqual([]);
  });

  test('comments of sources only link to documents that exist', () => {
    expect(sources.flatMap((file) => missingTargets(file, /\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g))).toEqual([]);
  });
});

/**
 * The names of types that hold data only, but have the comment of a function: it was left above them when something was added between it and its function.
 */
const strandedComments = (source: string): string[] =>
  [
    ...source.matchAll(
      /\/\*\*\s+(?:\* )?(?:Converts|Describes|Finds|Merges|Runs|Uploads) (?:(?!\*\/)[\s\S])*\*\/\n(?:export )?(?:interface|type) (\w+)([\s\S]*?)(?:\n\}|;)\n/g,
    ),
  ].flatMap(([, name = '', declaration = '']) => (declaration.includes('(') ? [] : [name]));

test('the comment of a function is above that function, not above a type', () => {
  expect(strandedComments('/** Finds it. */\ninterface Found {\n  readonly id: string;\n}\n')).toEqual(['Found']);
  expect(strandedComments('/**\n * Finds it.\n */\nexport type Found = string;\n')).toEqual(['Found']);
  expect(strandedComments('/** Finds it. */\ntype Find = (id: string) => string;\n')).toEqual([]);
  expect(strandedComments('/** Finds it. */\ninterface Finder {\n  find(id: string): string;\n}\n')).toEqual([]);
  expect(sources.flatMap((file) => strandedComments(read(file)).map((name) => `${file}: ${name}`))).toEqual([]);
});

/** Lines of prose: neither a row of a table nor a part of a code block. */
function proseLinesOf(text: string): string[] {
  const [...blocks] = text.split(/^```.*$/m);
  return blocks.filter((_, at) => at % 2 === 0).flatMap((block) => block.split('\n').filter((line) => !/^\s*\|/.test(line)));
}

test('lines of prose have at most 160 columns; a rule of docs/rules is one line', () => {
  expect(proseLinesOf('a\n```\nb\n```\n| c |\nd')).toEqual(['a', '', '', 'd']);
  const files = readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name.replaceAll('\\', '/')}`,
  );
  const prose = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/rules/')).concat('README.md', 'test/README.md');
  const long = prose.flatMap((file) =>
    proseLinesOf(read(file)).flatMap((line) => ([...line].length > 160 ? [`${file}: ${line.slice(0, 60)}…`] : [])),
  );
  expect(long).toEqual([]);
});

describe('descriptions of the repository', () => {
  const guides = [
    'README.md',
    'docs/ARCHITECTURE.md',
    'docs/CONTRIBUTING.md',
    'docs/GLOSSARY.md',
    'docs/systems.md',
    'docs/build-servers.md',
    'test/README.md',
  ];

  test.each(guides)('%s names only files and folders that exist', (document) => {
    const paths = [...read(document).matchAll(/`((?:main|renderer|shared|test|scripts|docs|samples)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  });

  test('docs/ARCHITECTURE.md has a line for every folder', () => {
    const architecture = read('docs/ARCHITECTURE.md');
    const folders = ['main', 'renderer', 'shared'].flatMap((layer) =>
      readdirSync(resolve(root, layer), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${layer}/${entry.name}`] : [],
      ),
    );
    expect(folders.filter((folder) => !architecture.includes(`| \`${folder}\` |`))).toEqual([]);
  });

  test('every npm command that the guides name exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = guides.flatMap((document) => [...read(document).matchAll(/npm run (?:-s )?([a-z:-]+)/g)].map(([, name = '']) => name));
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('README.md starts with the two commands and asks for the Node that package.json asks for', () => {
    const readme = read('README.md');
    expect(readme).toMatch(/^# Taleport\n\n```\nnpm ci && npm start .*\nnpm ci && npm test .*\n```\n/);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(readme).toContain(`Node ${engines.node.replace('>=', '')} or newer`);
  });
});
