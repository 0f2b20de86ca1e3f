import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { parseExportOptions } from '../../../main/rest-api/handlers/export-handler.ts';
import { openClient } from '../../conformance/client.ts';
import { inProcessPlace } from '../../conformance/in-process.ts';
import { newStory } from '../../conformance/story.ts';
import type { ExportFormat } from '../../exporter-ids.ts';
import { nextTurn } from '../../next-turn.ts';
import { endSlicesAtOnce } from '../../short-slices.ts';
import { openStory, pathsOf, problemOf } from '../engine/open-story.ts';

const formats = ['json', 'unity', 'unreal', 'godot'] as const;

function openExports() {
  const opened = openStory();
  const { build, board, project } = opened;
  const firstElement = build('element', { boardId: board, title: { en: '<p>Hall</p>', de: '<p>Saal</p>' }, content: '<p>Dark</p>' });
  const other = build('board', { name: 'Two' });
  const secondElement = build('element', { boardId: other.id, title: '<p>Yard</p>' });
  const picture = build('asset', { name: 'door.png', type: 'image', file: 'stored-1.png' });
  const at = (format: ExportFormat, query = '', headers: Record<string, string> = {}) =>
    exportStory(project, parseExportOptions(project, format, new URL(`http://127.0.0.1/api/v1/x/${format}${query}`), new Headers(headers)));
  const story = (format: ExportFormat, query = '', headers = {}) => {
    const json = JSON.parse(at(format, query, headers));
    return json.project ?? json;
  };
  const refused = (format: ExportFormat, query: string) => problemOf(() => at(format, query));
  return { ...opened, firstElement, other, secondElement, picture, at, story, refused };
}

describe('what is exported', () => {
  test.each(formats)('[Exports] %s without a query is every board in the default language, as JSON', (format) => {
    const { at, story, project, firstElement, secondElement } = openExports();
    expect(at(format)).toBe(exportStory(project, { format, destination: 'http' }));
    expect(Object.keys(story(format).elements).sort()).toEqual([firstElement.id, secondElement.id].sort());
    expect(story(format).elements[firstElement.id].title).toContain('Hall');
    expect(story(format)).not.toHaveProperty('contents');
  });

  test.each(formats)('[Exports] %s: locale is a language, allLocales=true all of them, which overrides locale', (format) => {
    const { story, firstElement } = openExports();
    expect(story(format, '?locale=de').elements[firstElement.id].title).toContain('Saal');
    expect(story(format, '?locale=de&allLocales=false').elements[firstElement.id].title).toContain('Saal');
    expect(story(format, '?locale=de&allLocales=true').contents[firstElement.id].title).toHaveProperty('en');
    expect(story(format, '?locale=xx&allLocales=true')).toHaveProperty('contents');
  });

  test('[Exports] fallbackContents uses another language for empty texts', () => {
    const { story, firstElement } = openExports();
    expect(story('unity', '?locale=de').elements[firstElement.id].content).toBe('<p></p>');
    expect(story('unity', '?locale=de&fallbackContents=true').elements[firstElement.id].content).toBe('<p>Dark</p>');
    expect(story('unity', '?locale=de&fallbackContents=false').elements[firstElement.id].content).toBe('<p></p>');
  });

  test('[Exports] boardIds is repeatable in every spelling of a list, and omits the other boards', () => {
    const { story, board, other, firstElement, secondElement } = openExports();
    for (const query of [
      `boardIds[]=${board}`,
      `boardIds[0]=${board}`,
      `boardIds%5B%5D=${board}`,
      `boardIds[]=${board}&boardIds[]=${board}`,
    ])
      expect(Object.keys(story('json', `?${query}`).elements), query).toEqual([firstElement.id]);
    for (const query of [`boardIds[]=${board}&boardIds[]=${other.id}`, `boardIds[1]=${board}&boardIds[0]=${other.id}`, ''])
      expect(Object.keys(story('json', `?${query}`).elements).sort(), query).toEqual([firstElement.id, secondElement.id].sort());
  });

  test('[Exports] the deprecated header shows stored names in JSON and Godot only, and only with the value true', () => {
    const { story, picture } = openExports();
    const header = { 'SVC-No-Filter-Asset-Names': 'true' };
    for (const format of formats) {
      expect(story(format).assets[picture.id]).not.toHaveProperty('file');
      expect(story(format, '', { 'SVC-No-Filter-Asset-Names': '1' }).assets[picture.id]).not.toHaveProperty('file');
      expect(story(format, '', header).assets[picture.id].file).toBe(format === 'json' || format === 'godot' ? 'stored-1.png' : undefined);
    }
  });

  test('[G17] query parameters that a format does not have are ignored', () => {
    const { at } = openExports();
    expect(at('json', '?page=2&fallbackContents=maybe')).toEqual(at('json'));
    expect(at('json', '?myboardIds[]=x')).toEqual(at('json'));
    expect(at('unity', '?boardIds=x&boardIds[]=y')).toEqual(at('unity'));
  });
});

describe('a query that is not valid is a 400 by its field', () => {
  test.each([
    ['boardIds=x', ['boardIds']],
    ['boardIds=x&boardIds=y', ['boardIds']],
    ['boardIds[x]=y', ['boardIds']],
    ['boardIds[][]=x', ['boardIds']],
    ['boardIds[0][1]=x', ['boardIds']],
    ['boardIds[x][1]=y', ['boardIds']],
    ['boardIds[]=nobody', ['boardIds.0']],
    ['boardIds[]=', ['boardIds.0']],
    ['boardIds[', ['boardIds']],
    ['locale[]=en', ['locale']],
    ['locale[0]=en', ['locale']],
    ['locale=en&locale=de', ['locale']],
    ['locale=fr', ['locale']],
    ['locale=EN', ['locale']],
    ['locale=', ['locale']],
    ['allLocales=1', ['allLocales']],
    ['allLocales=TRUE', ['allLocales']],
    ['allLocales=', ['allLocales']],
    ['allLocales[]=true', ['allLocales']],
    ['allLocales=true&allLocales=true', ['allLocales']],
    ['boardIds[]=a&boardIds[]=b&locale[]=en&allLocales=yes', ['allLocales', 'boardIds.0', 'boardIds.1', 'locale']],
    ['%=%ZZ&locale=%ff', ['locale']],
    ['locale=__proto__', ['locale']],
  ])('[Exports] %s', (query, fields) => {
    const problem = openExports().refused('json', `?${query}`);
    expect(problem.status).toBe(400);
    expect(pathsOf(problem)).toEqual(fields);
  });

  test.each(['unity', 'unreal', 'godot'] as const)('[Exports] %s: fallbackContents is true or false', (format) => {
    const { refused } = openExports();
    for (const value of ['1', 'TRUE', 'yes', ''])
      expect(pathsOf(refused(format, `?fallbackContents=${value}`))).toEqual(['fallbackContents']);
    expect(pathsOf(refused(format, '?fallbackContents[]=true&locale=fr&allLocales=0'))).toEqual([
      'allLocales',
      'fallbackContents',
      'locale',
    ]);
  });
});

test('[Exports] an export ends when its client leaves, also while it waits for another one', async () => {
  const service = await inProcessPlace.open();
  onTestFinished(() => service.close());
  const { hash } = await newStory(openClient(service));
  const headers = { authorization: `Bearer ${service.key}`, accept: 'application/json' };
  const clients = [1, 2, 3].map(() => new AbortController());
  endSlicesAtOnce();
  onTestFinished(() => void vi.unstubAllGlobals());
  const exports = clients.map(({ signal }) => service.fetch(`/api/v1/${hash}/json`, { method: 'GET', headers, signal }));
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  for (const client of clients.slice(0, 2)) client.abort();
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([409, 409, 200]);
});
