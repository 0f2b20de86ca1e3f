/** [Localized content] and the languages of a project (G20). */
import { describe, expect, test } from 'vitest';
import { openStory, pathsOf } from './open-story.ts';

/** The story has the languages en (main) and de. */
const fields = [
  ['element', 'title'],
  ['element', 'content'],
  ['connection', 'label'],
  ['component', 'name'],
] as const;
const html = (field: string, text: string) => (field === 'name' ? text : `<p>${text}</p>`);

describe.each(fields)('[Localized content] %s %s', (kind, field) => {
  const withText = (value: unknown) => {
    const opened = openStory();
    const { id } = opened.build(kind, { [field]: value });
    const storedText = () => opened.project.get(id)?.[field];
    const write = (input: unknown) => opened.change(kind, id, { [field]: input });
    const faults = (input: unknown) => opened.refusedChange(kind, id, { [field]: input });
    return { ...opened, id, held: storedText, write, faults };
  };

  test('a string writes the main language only', () => {
    const { write, held: storedText } = withText({ en: html(field, 'a'), de: html(field, 'b') });
    write(html(field, 'c'));
    expect(storedText()).toEqual({ en: { text: html(field, 'c') }, de: { text: html(field, 'b') } });
  });

  test('null clears the main language only and keeps the language; the string "null" is a text', () => {
    const { write, held: storedText } = withText({ en: html(field, 'a'), de: html(field, 'b') });
    write('null');
    expect(storedText()).toMatchObject({ en: { text: html(field, 'null') } });
    write(null);
    expect(storedText()).toEqual({ en: { text: null }, de: { text: html(field, 'b') } });
  });

  test('a map writes the languages it contains, as a string, null or an object with only text', () => {
    const { write, held: storedText } = withText({ en: html(field, 'a') });
    write({ de: { text: html(field, 'b') } });
    expect(storedText()).toEqual({ en: { text: html(field, 'a') }, de: { text: html(field, 'b') } });
    write({ de: html(field, 'c'), en: { text: null } });
    expect(storedText()).toEqual({ en: { text: null }, de: { text: html(field, 'c') } });
    write({ de: null });
    expect(storedText()).toEqual({ en: { text: null }, de: { text: null } });
  });

  test('a change without effect changes nothing: an empty map, clearing an empty text, the same text', () => {
    const { write } = withText({ en: html(field, 'a') });
    for (const input of [{}, { de: null }, { de: { text: null } }, html(field, 'a'), { en: html(field, 'a') }])
      expect(write(input).versionTime).toBeNull();
  });

  test('malformed maps are a 400 at their path', () => {
    const { faults } = withText(html(field, 'a'));
    expect(faults({ en: { text: 'x', more: 1 }, de: { words: 'x' } })).toMatchObject({ status: 400 });
    expect(pathsOf(faults({ en: { text: 'x', more: 1 }, de: {} }))).toEqual([`${field}.de`, `${field}.en`]);
    expect(pathsOf(faults({ en: 7, de: [] }))).toEqual([`${field}.de`, `${field}.en`]);
    for (const input of [7, true, ['x']]) expect(pathsOf(faults(input))).toEqual([field]);
  });

  test('an undefined language is a 409 unknown_locale by path, case-sensitive, and nothing is applied', () => {
    const { faults } = withText(html(field, 'a'));
    expect(faults({ de: html(field, 'b'), it: html(field, 'c'), EN: null })).toMatchObject({
      status: 409,
      title: 'Integrity error: Unknown locale in API payload',
      type: 'integrity_conflict',
      conflictType: 'unknown_locale',
      errors: { [`${field}.it`]: 'The project has no language it.', [`${field}.EN`]: 'The project has no language EN.' },
    });
  });
});

describe('[Rich text]', () => {
  test('over the API p, b and code without attributes; text without a tag is one paragraph, canonical', () => {
    const { build, change, project, refusedChange } = openStory();
    const { id } = build('element');
    const content = (given: string) => {
      change('element', id, { content: given });
      return project.find('element', id)?.content.en?.text;
    };
    expect(content('<p>a <b>b</b> <code>c = 1</code></p><code>d = 2</code>')).toBe(
      '<p>a <b>b</b> <code>c = 1</code></p><code>d = 2</code>',
    );
    expect(content('a & b')).toBe('<p>a &amp; b</p>');
    expect(content('')).toBeNull();
    for (const bad of ['<i>x</i>', '<p class="a">x</p>', '<p>x', '<script>x</script>', '<pre><code>x</code></pre>', '<p>x</b></p>'])
      expect(pathsOf(refusedChange('element', id, { content: { de: bad, en: bad } }))).toEqual(['content.de', 'content.en']);
  });

  test('[G21] the window writes all that real files contain, and the API keeps it in fields that it does not write', () => {
    const { build, change, project, refusedChange } = openStory();
    const { id } = build('element');
    const list = '<ul><li><p><em>x</em></p></li></ul>';
    change('element', id, { content: list }, 'user');
    change('element', id, { content: { de: '<p>y</p>' } });
    expect(project.find('element', id)?.content).toEqual({ en: { text: list }, de: { text: '<p>y</p>' } });
    expect(refusedChange('element', id, { content: '<span onclick="x">y</span>' }, 'user').status).toBe(400);
  });
});

describe('[G20] languages', () => {
  const french = { iso: 'fr', name: 'Français', base: null };

  test('the API cannot add, rename or remove any', () => {
    const { refused, refusedChange } = openStory();
    expect(refused({ do: 'addLocale', locale: french }).status).toBe(400);
    expect(refused({ do: 'changeLocale', iso: 'de', name: 'German' }).status).toBe(400);
    expect(refused({ do: 'removeLocale', iso: 'de' }).status).toBe(400);
    expect(refused({ do: 'makeMainLocale', iso: 'de' }).status).toBe(400);
    expect(pathsOf(refusedChange('project', 'project', { locales: [french] }))).toEqual(['locales']);
    expect(pathsOf(refusedChange('project', 'project', { locales: [french] }, 'user'))).toEqual(['locales']);
  });

  test('the window adds one, by default on the main one, and texts can be written in it', () => {
    const { send, project, build, change, refused } = openStory();
    send({ do: 'addLocale', locale: french, at: 0 });
    expect(project.projectRecord.locales.map(({ iso, base }) => `${iso} on ${base}`)).toEqual(['fr on en', 'en on null', 'de on en']);
    const { id } = build('element');
    change('element', id, { title: { fr: '<p>Salle</p>' } });
    expect(project.find('element', id)?.title).toEqual({ fr: { text: '<p>Salle</p>' } });
    expect(pathsOf(refused({ do: 'addLocale', locale: french }, 'user'))).toEqual(['iso']);
    expect(pathsOf(refused({ do: 'addLocale', locale: { ...french, iso: 'es', base: 'pt' } }, 'user'))).toEqual(['base']);
  });

  test('removing a language removes its texts; languages based on it are based on its base; the main one cannot be removed', () => {
    const { send, project, build, refused, sound, engine, hash } = openStory();
    const title = { en: '<p>Hall</p>', de: '<p>Halle</p>' };
    const { id } = build('element', { title });
    send({ do: 'addLocale', locale: { ...french, base: 'de' } });
    send({ do: 'removeLocale', iso: 'de' });
    expect(project.find('element', id)?.title).toEqual({ en: { text: '<p>Hall</p>' } });
    expect(project.projectRecord.locales.map(({ iso, base }) => `${iso} on ${base}`)).toEqual(['en on null', 'fr on en']);
    expect(refused({ do: 'removeLocale', iso: 'en' }, 'user').status).toBe(400);
    expect(refused({ do: 'removeLocale', iso: 'de' }, 'user').status).toBe(404);
    sound();
    engine.undo(hash);
    expect(project.find('element', id)?.title).toEqual({ en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } });
  });

  test('another one becomes the main one: strings are written in it, and it is the base of the old one', () => {
    const { send, project, build, change, refused } = openStory();
    const { id } = build('element', { title: 'Hall' });
    send({ do: 'makeMainLocale', iso: 'de' });
    change('element', id, { title: 'Halle' });
    expect(project.find('element', id)?.title).toEqual({ en: { text: '<p>Hall</p>' }, de: { text: '<p>Halle</p>' } });
    expect(project.projectRecord.locales.map(({ iso, base }) => `${iso} on ${base}`)).toEqual(['en on de', 'de on null']);
    expect(refused({ do: 'makeMainLocale', iso: 'fr' }, 'user').status).toBe(404);
  });

  test('a name and a base can change; a base is a language of the project, and bases form no cycle', () => {
    const { send, project, refused } = openStory();
    send({ do: 'addLocale', locale: french });
    send({ do: 'changeLocale', iso: 'fr', name: 'French', base: 'de' });
    expect(project.projectRecord.locales.at(-1)).toEqual({ iso: 'fr', name: 'French', base: 'de' });
    for (const [iso, base] of [
      ['fr', 'pt'],
      ['de', 'fr'],
      ['fr', 'fr'],
      ['en', 'de'],
    ])
      expect(refused({ do: 'changeLocale', iso, base }, 'user').status).toBe(400);
  });
});
