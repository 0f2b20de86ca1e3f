/**
 * The recipe "a language": one folder and one row. The language is added to a copy of the sources; there the window, the problems of the program and
 * the command line use it. A key that it lacks or that English does not have is rejected.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageFaults } from '../shared/messages/language-faults.ts';
import { languageRecipe } from './recipes.ts';
import { copySources, type SourceCopy } from './source-copy.ts';

describe('recipe: a language', () => {
  let copy: SourceCopy;
  let folder = '';
  const load = (path: string) => import(/* @vite-ignore */ join(copy.folder, path));

  beforeAll(async () => {
    copy = copySources();
    folder = join(copy.folder, 'shared/messages/nl');
    await languageRecipe.perform(copy);
  });
  afterAll(() => copy.remove());

  test('adds a folder and touches two files', () => {
    const { byHand } = copy.changes();
    expect(byHand.filter((path) => !path.startsWith('shared/messages/nl/'))).toEqual(languageRecipe.files.byHand);
  });

  test('the window offers it, and speaks it as soon as it is chosen', async () => {
    await load('renderer/app/register.ts');
    const { languageOptions } = await load('shared/messages/languages.ts');
    const { setLanguage } = await load('renderer/messages/language.ts');
    const { t, formatNumber } = await load('renderer/messages/translate.ts');
    const { actionLabel } = await load('renderer/commands/action.ts');
    const { getAction } = await load('renderer/commands/action-registry.ts');
    expect(languageOptions).toContainEqual({ id: 'nl', label: 'Nederlands' });
    const read = () => [t('common.save'), t('common.counted.item', { count: 1200 }), formatNumber(0.5), actionLabel(getAction('find'))];
    expect(read()).toEqual(['Save', '1,200 items', '0.5', 'Find']);
    await chooseLanguage(setLanguage, 'nl');
    expect(read()).toEqual(['Opslaan', '1.200 onderdelen', '0,5', 'Zoeken']);
    expect(t('common.listed', { names: ['a', 'b'] })).toBe('a en b');
  });

  test('the window shows a problem of the program in it, and a program gets it in English', async () => {
    const { setLanguage } = await load('renderer/messages/language.ts');
    const { ProblemMessage } = await load('renderer/ui/problem-message.tsx');
    const { Problem } = await load('shared/problem.ts');
    const { openSide } = await load('test/main/sync/service/two-workspaces.ts');
    const side = await openSide();
    const error = await side.ask('project.read', { hash: 'lost' }).catch((reason: unknown) => reason);
    await side.close();
    const serialized = JSON.parse(JSON.stringify(error.serialize()));
    await chooseLanguage(setLanguage, 'nl');
    expect(renderToStaticMarkup(<ProblemMessage problem={Problem.fromJSON(serialized)} />)).toContain('Er is geen project lost.');
    expect(error.toJSON().detail).toBe('There is no project lost.');
  });

  test('the command line prints problems in it with --lang, and in English as JSON', async () => {
    const args = ['check', 'lost', '--lang', 'nl', '--json', '--data', join(copy.folder, 'data')];
    const script = join(copy.folder, 'main/headless.ts');
    const run = promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args]);
    const { stderr, code } = await run.then(
      () => expect.unreachable('the project does not exist'),
      (error: { stderr: string; code: number }) => error,
    );
    expect(code).toBe(1);
    const [shown, json = ''] = stderr.trim().split('\n');
    expect(shown).toBe('Er is geen project lost.');
    expect(JSON.parse(json)).toMatchObject({ detail: 'There is no project lost.' });
  });

  test('a missing key, an unknown key, an unknown parameter and an invalid message are rejected', () => {
    expect(languageFaults(folder)).toEqual([]);
    const file = join(folder, 'common.json');
    const { 'common.save': _, ...messages } = JSON.parse(readFileSync(file, 'utf8'));
    const changed = { 'common.sava': 'Opslaan', 'common.more': 'Meer over {naam}', 'common.counted.item': '{count, plural' };
    writeFileSync(file, JSON.stringify({ ...messages, ...changed }));
    expect(languageFaults(folder)).toEqual([
      expect.stringMatching(/^common\.counted\.item cannot be read: /),
      'common.more has no parameter naam',
      'common.sava is unknown',
      'common.save is missing',
    ]);
  });
});

/** The window's document, of which only the language is used. */
async function chooseLanguage(setLanguage: (language: string) => Promise<void>, language: string): Promise<void> {
  const before = Reflect.get(globalThis, 'document');
  const documentElement = { lang: '' };
  Object.assign(globalThis, { document: { documentElement } });
  await setLanguage(language);
  Object.assign(globalThis, { document: before });
  expect(documentElement.lang).toBe('nl-NL');
}
