/**
 * What the program says is in the catalogue: the sources contain no sentence in English, and nothing that formats by the rules of one
 * language. The lists of exceptions (what programs read, what is exported to a game, what is no text) may only become shorter.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../import-graph.ts';
import { root } from '../../root.ts';
import { findEnglish, findFixedLanguages } from './english-text.ts';

const files = ['main', 'renderer', 'shared'].flatMap((folder) => listFiles(folder, /\.tsx?$/));
const source = (file: string): string => readFileSync(join(root, file), 'utf8');

/** English by contract: REST, its documentation and titles of its errors; read by programs and developers. */
const english = [
  'main/rest-api/handlers/projects.ts',
  'main/rest-api/rest-api.ts',
  'main/rest-api/openapi/docs-page.ts',
  'main/rest-api/openapi/openapi-document.ts',
  'shared/contracts/rest/request-bodies.ts',
  'shared/contracts/rest/routes/board-routes.ts',
  'shared/contracts/rest/routes/component-routes.ts',
  'shared/contracts/rest/routes/element-routes.ts',
  'shared/contracts/rest/routes/project-routes.ts',
  'shared/problem.ts',
];
/** Files that an export writes into a game. */
const exported = ['main/exporters/godot/godot-exporter.ts', 'main/exporters/unity/unity-integration.ts'];

/** The log, names of steps and states, beginnings of months in many languages, SQL and styles. */
const noText = [
  'main/cli/define-command.ts',
  'main/desktop/worker-key-store.ts',
  'main/engine/database-tasks/run-database-task.ts',
  'main/engine/storage/project-statements.ts',
  'main/engine/storage/schema-upgrade.ts',
  'main/headless.ts',
  'main/instance/instance-client.ts',
  'main/sync/plan/plan-sync.ts',
  'renderer/editors/stylesheet/css-editor.tsx',
  'renderer/features/assets/asset-preview.tsx',
  'renderer/features/board/canvas/use-canvas-keys.ts',
  'renderer/features/inspector/component-panel.tsx',
  'renderer/features/play/play-panel.tsx',
  'renderer/features/translations/read-xlsx.ts',
  'shared/sheets/cell-text.ts',
];

describe('sentences in English', () => {
  test('are in the catalogue only', () => {
    const found = files
      .filter((file) => !file.startsWith('shared/messages/') && ![...english, ...exported, ...noText].includes(file))
      .map((file) => [file, findEnglish(file, source(file))] as const);
    expect(found.filter(([, texts]) => texts.length > 0)).toEqual([]);
  });

  test('are in each file that may contain some', () => {
    expect(
      [...english, ...exported, ...noText].filter((file) => !files.includes(file) || findEnglish(file, source(file)).length === 0),
    ).toEqual([]);
  });

  test('are found in literals, templates and elements, but not in bugs, the log, keys and identifiers', () => {
    const example = `
      show('The file is empty.');
      show(\`\${name} is not a project\`);
      const view = <p>Nothing was found here</p>;
      throw new Error('This cannot happen here.');
      log('The service has been started');
      const kind = 'image', names = 'a b', key = message('a.b.c');`;
    expect(findEnglish('example.tsx', example)).toEqual(['The file is empty.', '… is not a project', 'Nothing was found here']);
  });
});

describe('numbers, dates and lists', () => {
  test('are formatted in the language of the reader', () => {
    const found = files.map((file) => [file, findFixedLanguages(file, source(file))] as const);
    expect(found.filter(([, fixed]) => fixed.length > 0)).toEqual([
      // Words are the units of a diff, in whatever language they are.
      ['shared/diff/word-diff.ts', ['Intl.Segmenter']],
      ['shared/messages/english.ts', ["'en-GB'"]],
      // Numbers of the story, as scripts show them.
      ['shared/play/script-value.ts', ['toFixed']],
      ['shared/play/stored-variables.ts', ['toFixed']],
    ]);
  });

  test('that are not are found', () => {
    const example =
      "new Intl.ListFormat('en'); date.toLocaleString(); size.toFixed(1); new Intl.NumberFormat(locale); format(date, 'en-GB'); a.localeCompare(b);";
    expect(findFixedLanguages('example.ts', example)).toEqual(['Intl.ListFormat', 'toLocaleString', 'toFixed', "'en-GB'", 'localeCompare']);
  });
});
