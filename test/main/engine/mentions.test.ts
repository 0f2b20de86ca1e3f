/** [G22] Mentions follow their records: relabelled when a record is renamed, unwrapped when it is removed. */
import { describe, expect, test } from 'vitest';
import { openStory } from './open-story.ts';

const span = (id: string, name: string, type = 'component') =>
  `<span class="mention mention-${type}" data-type="${type}" data-id="${id}" data-label="${name}">${name}</span>`;

/** In scripts a name is one word. */
const inScript = (id: string, name: string) => span(id, name).replace(`>${name}<`, `>${name.toLowerCase().replace(' ', '_')}<`);

/** A component with a name in both languages, mentioned everywhere. */
function withMentions() {
  const opened = openStory();
  const { make, build, project } = opened;
  const id = make('component', { name: { en: 'Lamp', de: 'Lampe' } });
  const mentionText = (name: string) => `<p>The ${span(id, name)} shines</p>`;
  const element = build('element', { title: { en: mentionText('Lamp'), de: mentionText('Lampe') }, content: mentionText('Lamp') }).id;
  const label = build('connection', { label: mentionText('Lamp') }).id;
  const note = build('note', { content: mentionText('Lamp') }).id;
  const attribute = build('attribute', { value: { type: 'rich-text', data: mentionText('Lamp') } }).id;
  const plain = build('attribute', { value: { type: 'string', data: mentionText('Lamp') } }).id;
  const comment = build('comment', { content: mentionText('Lamp') }).id;
  const reply = build('reply', { content: mentionText('Lamp') }).id;
  const branch = build('branch').id;
  const condition = project.childIds(branch, 'conditions')[0] ?? '';
  opened.send({ do: 'change', kind: 'condition', id: condition, fields: { script: `visits(${inScript(id, 'Lamp')}) > 1` } });
  const texts = () => ({
    title: project.find('element', element)?.title,
    content: project.find('element', element)?.content,
    label: project.find('connection', label)?.label,
    note: project.find('note', note)?.content,
    attribute: project.find('attribute', attribute)?.value.data,
    plain: project.find('attribute', plain)?.value.data,
    comment: project.find('comment', comment)?.content,
    reply: project.find('reply', reply)?.content,
    script: project.find('condition', condition)?.script,
  });
  return { ...opened, id, element, said: mentionText, texts };
}

describe('[G22] renaming a component', () => {
  test('changes label and text of its mentions: in localized texts in that language, elsewhere in the main one; in scripts as one word', () => {
    const { id, said: mentionText, change, texts, sound } = withMentions();
    change('component', id, { name: { en: 'Old lantern', de: 'Laterne' } });
    const main = mentionText('Old lantern');
    expect(texts()).toEqual({
      title: { en: { text: main }, de: { text: mentionText('Laterne') } },
      content: { en: { text: main } },
      label: { en: { text: main } },
      note: main,
      attribute: main,
      plain: mentionText('Lamp'),
      comment: main,
      reply: main,
      script: `visits(${inScript(id, 'Old lantern')}) > 1`,
    });
    sound();
  });

  test('in one language touches the texts of that language only', () => {
    const { id, said: mentionText, change, texts } = withMentions();
    const before = texts();
    change('component', id, { name: { de: 'Laterne' } });
    expect(texts()).toEqual({ ...before, title: { en: { text: mentionText('Lamp') }, de: { text: mentionText('Laterne') } } });
  });

  test('a language without a name uses the main one; a cleared name keeps the text', () => {
    const { id, said: mentionText, change, texts } = withMentions();
    change('component', id, { name: { de: null } });
    expect(texts().title).toMatchObject({ de: { text: mentionText('Lamp') } });
    const before = texts();
    change('component', id, { name: null });
    expect(texts()).toEqual(before);
  });

  test('names are escaped', () => {
    const { id, change, texts } = withMentions();
    change('component', id, { name: '<"A" & b>' });
    expect(texts().note).toContain('data-label="&lt;&quot;A&quot; &amp; b&gt;">&lt;"A" &amp; b&gt;</span>');
  });

  test('is one version and one undo step', () => {
    const { id, change, texts, engine, hash } = withMentions();
    const before = texts();
    const { version, newVersion } = change('component', id, { name: 'Sun' }, 'user');
    expect(newVersion).toBe(version + 1);
    expect(engine.undo(hash).skipped).toEqual([]);
    expect(texts()).toEqual(before);
  });
});

describe('[G22] deleting a component', () => {
  test('removes the spans and leaves their text', () => {
    const { id, send, texts, sound, project } = withMentions();
    send({ do: 'remove', kind: 'component', id });
    const words = '<p>The Lamp shines</p>';
    expect(texts()).toMatchObject({
      title: { en: { text: words }, de: { text: '<p>The Lampe shines</p>' } },
      content: { en: { text: words } },
      label: { en: { text: words } },
      note: words,
      attribute: words,
      comment: words,
      reply: words,
      script: 'visits(lamp) > 1',
    });
    expect([...project.referrersOf(id)]).toEqual([]);
    sound();
  });

  test('so does deleting its folder, and undo restores everything', () => {
    const { id, send, texts, make, engine, hash } = withMentions();
    const folder = make('component', { type: 'folder' });
    send({ do: 'move', kind: 'component', id, to: folder, at: 0 });
    const before = texts();
    send({ do: 'remove', kind: 'component', id: folder });
    expect(texts().note).toBe('<p>The Lamp shines</p>');
    engine.undo(hash);
    expect(texts()).toEqual(before);
  });
});

describe('[G22] elements and boards are mentioned too', () => {
  test('by title and name; deleting keeps the text, also on other boards', () => {
    const { build, make, change, send, project } = openStory();
    const [hall, cellar] = [build('element', { title: '<p>The <b>hall</b></p>' }).id, make('board', { name: 'Cellar' })];
    const text = `<p>${span(hall, 'The hall', 'element')}, ${span(cellar, 'Cellar', 'board')}</p>`;
    const holder = build('element', { boardId: make('board', {}), content: text }).id;
    const content = () => project.find('element', holder)?.content.en?.text;
    change('element', hall, { title: '<p>Great <b>room</b></p>' });
    change('board', cellar, { name: 'Vault' });
    expect(content()).toBe(`<p>${span(hall, 'Great room', 'element')}, ${span(cellar, 'Vault', 'board')}</p>`);
    send({ do: 'remove', kind: 'element', id: hall });
    send({ do: 'remove', kind: 'board', id: cellar });
    expect(content()).toBe('<p>Great room, Vault</p>');
  });

  test('an element that mentions itself can be deleted', () => {
    const { build, change, send, project, sound } = openStory();
    const { id } = build('element', { title: 'Here' });
    change('element', id, { content: `<p>${span(id, 'Here', 'element')}</p>` }, 'user');
    change('element', id, { title: 'There' });
    expect(project.find('element', id)?.content.en?.text).toContain('>There<');
    send({ do: 'remove', kind: 'element', id });
    sound();
  });
});
