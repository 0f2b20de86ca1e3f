import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { translationSourceOf } from '../../../shared/model/translation-source.ts';
import { createTestStory } from '../../story-builder.ts';
import { createTestEnvironment } from '../../test-environment.ts';

function translated() {
  const environment = createTestEnvironment();
  const engine = openEngine(null, environment);
  const story = createTestStory(engine, environment);
  story.send({ do: 'addLocale', locale: { iso: 'gsw', name: 'Swiss German', base: 'de' } });
  const door = story.build('element', { title: { en: '<p>Door</p>', de: '<p>Tür</p>', gsw: '<p>Türe</p>' } });
  const { id } = door;
  const write = (title: Readonly<Record<string, string | null>>, origin: 'user' | 'api' | 'remote' = 'user') =>
    story.send({ do: 'change', kind: 'element', id, fields: { title } }, origin);
  const from = (iso: string, field = 'title') => translationSourceOf(story.project.find('element', id), field, iso);
  return { ...story, engine, door, write, from, undo: () => engine.undo(story.hash).skipped, redo: () => engine.redo(story.hash).skipped };
}

describe('a translation whose source has changed since', () => {
  test('keeps its source text until it is rewritten or the source is restored', () => {
    const { write, from } = translated();
    expect(from('de')).toBeNull();
    write({ en: '<p>Gate</p>' });
    expect([from('en'), from('de'), from('gsw')]).toEqual([null, '<p>Door</p>', null]);
    write({ en: '<p>Iron gate</p>' });
    expect(from('de')).toBe('<p>Door</p>');
    write({ de: '<p>Eisentor</p>' });
    expect([from('de'), from('gsw')]).toEqual([null, '<p>Tür</p>']);
    write({ de: '<p>Tür</p>' });
    expect([from('de'), from('gsw')]).toEqual([null, null]);
    write({ en: '<p>Door</p>' });
    write({ en: '<p>Iron gate</p>' });
    expect(from('de')).toBeNull();
  });

  test('is confirmed by writing the same text again, in one step; only the user can confirm it', () => {
    const { write, from, undo, redo } = translated();
    write({ en: '<p>The door</p>' });
    expect(write({ de: '<p>Tür</p>' }, 'api').versionTime).toBeNull();
    expect(from('de')).toBe('<p>Door</p>');
    expect(write({ de: '<p>Tür</p>' }).versionTime).not.toBeNull();
    expect(from('de')).toBeNull();
    expect(undo()).toEqual([]);
    expect(from('de')).toBe('<p>Door</p>');
    redo();
    expect(from('de')).toBeNull();
    expect(write({ de: '<p>Tür</p>' }).versionTime).toBeNull();
  });

  test('is not outdated if it was written together with its source, before it, or is empty', () => {
    const { write, from, build, project } = translated();
    write({ en: '<p>Gate</p>', de: '<p>Tor</p>' });
    expect(from('de')).toBeNull();
    write({ de: null });
    write({ en: '<p>Iron gate</p>' });
    expect(from('de')).toBeNull();
    const { id } = build('element', { title: { de: '<p>Ende</p>' } });
    expect(project.find('element', id)).not.toHaveProperty('translatedFrom');
  });

  test('counts meaningful markup, not formatting alone', () => {
    const { write, from } = translated();
    write({ en: '<p style="margin-left: 20px">Door</p>' });
    expect(from('de')).toBeNull();
    write({ en: '<p><b>Door</b></p>' });
    expect(from('de')).toBe('<p style="margin-left: 20px">Door</p>');
  });

  test('[G22] renaming or removing a mentioned record does not outdate a translation', () => {
    const { send, build, write, from, undo } = translated();
    const maren = build('component', { name: { en: 'Maren', de: 'Maren' } });
    const span = (label: string) =>
      `<span class="mention" data-id="${maren.id}" data-type="component" data-label="${label}">${label}</span>`;
    write({ en: `<p>${span('Maren')} opens</p>`, de: `<p>${span('Maren')} öffnet</p>` });
    send({ do: 'change', kind: 'component', id: maren.id, fields: { name: { en: 'Mary' } } });
    expect(from('de')).toBeNull();
    write({ en: `<p>${span('Mary')} runs</p>` });
    const stale = from('de');
    expect(stale).toContain('opens');
    send({ do: 'change', kind: 'component', id: maren.id, fields: { name: { de: 'Marie' } } });
    send({ do: 'remove', kind: 'component', id: maren.id });
    expect(from('de')).toBe(stale);
    for (const _ of ['remove', 'rename', 'write']) undo();
    expect(from('de')).toBeNull();
  });

  test('[G22] the name of a component is a text like any other', () => {
    const { send, build, project } = translated();
    const { id } = build('component', { name: { en: 'Maren', de: 'Maren' } });
    send({ do: 'change', kind: 'component', id, fields: { name: { en: 'Mary' } } });
    expect(translationSourceOf(project.find('component', id), 'name', 'de')).toBe('Maren');
  });

  test('undo restores the text with its source text', () => {
    const { write, from, undo, redo } = translated();
    write({ en: '<p>Gate</p>' });
    write({ de: '<p>Tor</p>' });
    undo();
    expect(from('de')).toBe('<p>Door</p>');
    undo();
    expect(from('de')).toBeNull();
    redo();
    redo();
    expect(from('de')).toBeNull();
  });

  test('undo restores the source text of a language that was made the main one since', () => {
    const { send, write, from, undo, redo } = translated();
    send({ do: 'makeMainLocale', iso: 'de' });
    write({ de: '<p>Tor</p>' });
    send({ do: 'makeMainLocale', iso: 'en' });
    expect(from('en')).toBe('<p>Tür</p>');
    write({ en: '<p>Gate</p>' });
    expect(from('en')).toBeNull();
    expect(undo()).toEqual([]);
    expect(from('en')).toBe('<p>Tür</p>');
    expect(redo()).toEqual([]);
    expect(from('en')).toBeNull();
  });

  test('undoing the source after others have translated it leaves their translation outdated', () => {
    const { write, from, undo } = translated();
    write({ en: '<p>Gate</p>' });
    write({ de: '<p>Tor</p>' }, 'remote');
    expect(undo()).toEqual([]);
    expect(from('de')).toBe('<p>Gate</p>');
  });

  test('is removed and restored with its language', () => {
    const { send, write, from, undo } = translated();
    write({ de: '<p>Pforte</p>' });
    expect(from('gsw')).toBe('<p>Tür</p>');
    send({ do: 'removeLocale', iso: 'gsw' });
    expect(from('gsw')).toBeNull();
    undo();
    expect(from('gsw')).toBe('<p>Tür</p>');
    send({ do: 'changeLocale', iso: 'gsw', base: 'en' });
    expect(from('gsw')).toBe('<p>Tür</p>');
    write({ gsw: '<p>Porte</p>' });
    expect(from('gsw')).toBeNull();
  });

  test('a synced source outdates it, a synced source with translation does not, and a new id changes nothing', () => {
    const { send, project, door, from } = translated();
    const take = (title: Readonly<Record<string, string>>, renamedIds: readonly (readonly [string, string])[] = []) => {
      const { translatedFrom: _ours, ...theirs } = project.find('element', renamedIds[0]?.[0] ?? door.id) as StoryRecord<'element'>;
      const texts = Object.fromEntries(Object.entries(title).map(([iso, text]) => [iso, { text }]));
      send(
        {
          do: 'replaceRecords',
          renamedIds,
          put: [{ ...theirs, id: renamedIds[0]?.[1] ?? theirs.id, title: { ...theirs.title, ...texts } }],
          removedIds: [],
        },
        'remote',
      );
    };
    take({ en: '<p>Gate</p>', de: '<p>Tor</p>' });
    expect(from('de')).toBeNull();
    take({ en: '<p>Door</p>' });
    expect(from('de')).toBe('<p>Gate</p>');
    take({});
    expect(from('de')).toBe('<p>Gate</p>');
    take({}, [[door.id, 'made-there']]);
    expect(translationSourceOf(project.find('element', 'made-there'), 'title', 'de')).toBe('<p>Gate</p>');
  });

  test('is up to date once its language is the main one', () => {
    const { write, from, send, door } = translated();
    write({ en: '<p>Gate</p>' });
    expect(from('de')).toBe('<p>Door</p>');
    send({ do: 'makeMainLocale', iso: 'de' });
    send({ do: 'change', kind: 'element', id: door.id, fields: { content: { de: '<p>Neu</p>' } } });
    expect(from('de')).toBeNull();
  });

  test('keeps its source text where its language, the only other one, is removed and that is undone', () => {
    const { write, from, send, undo } = translated();
    send({ do: 'removeLocale', iso: 'gsw' });
    write({ en: '<p>Gate</p>' });
    send({ do: 'removeLocale', iso: 'de' });
    expect(undo()).toEqual([]);
    expect(from('de')).toBe('<p>Door</p>');
    write({ en: '<p>Door</p>' });
    expect(from('de')).toBeNull();
  });

  test('restoring an earlier version restores its source text', () => {
    const { engine, hash, door, write, from } = translated();
    write({ en: '<p>Gate</p>' });
    const { version } = engine.getVersion(hash);
    write({ de: '<p>Tor</p>' });
    engine.restoreRecord(hash, door.id, version);
    expect(from('de')).toBe('<p>Door</p>');
  });
});
