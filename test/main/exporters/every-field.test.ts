/** Each field of each kind is in the exports, unless its definition or the list here says why not. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exportStory } from '../../../main/exporters/exporters.ts';
import { getFieldSchema } from '../../../shared/model/kinds/kind-schemas.ts';
import { allKinds, getKind, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { projectRecordId } from '../../../shared/model/kinds/project.ts';
import { exportFormats } from '../../exporter-ids.ts';
import { en, roots, StoryBuilder } from './build-project.ts';

/** A story with a record of every kind, by its kind's name. */
function everything() {
  const story = new StoryBuilder({
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
    ],
  });
  const board = story.board('One', { customId: 'one' });
  const element = story.element(board);
  const second = story.element(board);
  const { branch, conditions } = story.branch(board, ['true', 'false']);
  const jumper = story.add('jumper', { boardId: board, x: 1, y: 1 });
  const component = story.component('Knight', { customId: 'knight' });
  const asset = story.asset('bell.mp3', { type: 'audio' });
  const ids: Record<KindName, string> = {
    project: projectRecordId,
    board,
    element,
    branch,
    jumper,
    component,
    asset,
    note: story.add('note', { boardId: board, x: 1, y: 1, content: '<p>n</p>' }),
    condition: conditions[1] ?? '',
    connection: story.connect(element, branch),
    componentAttachment: story.add('componentAttachment', { elementId: element, componentId: component }),
    audioAttachment: story.add('audioAttachment', { elementId: element, assetId: asset }),
    attribute: story.add('attribute', { cId: board, cType: 'boards', customId: 'gold', value: { type: 'integer', data: 1 } }),
    variable: story.add('variable', { name: 'gold', type: 'integer', value: 1 }),
    comment: story.add('comment', { boardId: board, x: 1, y: 1, author: { id: 1, fullName: null }, content: '<p>c</p>' }),
    reply: '',
  };
  ids.reply = story.add('reply', { commentId: ids.comment, author: { id: 1, fullName: null }, content: '<p>r</p>' });
  return {
    story,
    ids,
    second,
    jumper,
    other: story.board('Two'),
    otherComponent: story.component('Queen'),
    picture: story.asset('hall.png'),
  };
}

type Story = ReturnType<typeof everything>;
const outside = (why: string) => ({ outside: why });
const text = (de: string) => ({ en: { text: 'Title' }, de: { text: de } });

/**
 * Other values of the fields whose schema does not suggest one: references and composite values, or why no file contains the field. A field
 * that is not listed takes one of `plainValues`, or is never exported, as its definition says.
 */
const otherValues: Partial<Record<KindName, Readonly<Record<string, unknown>>>> = {
  project: {
    startingElement: ({ second }: Story) => second,
    cover: { file: 'c.png', type: 'cover-image' },
    css: outside('[Exports] JSON does not carry CSS'),
    locales: [{ iso: 'en', name: 'Anglais', base: null }],
    roots: { ...roots, variable: 'other' },
  },
  board: { parentId: ({ other }: Story) => other, type: 'folder', customId: 'other' },
  element: {
    title: text('<p>Titel</p>'),
    content: text('<p>Inhalt</p>'),
    status: { de: 'final' },
    linkedBoard: ({ other }: Story) => other,
  },
  note: { content: '<p>x</p>' },
  jumper: { elementId: ({ second }: Story) => second },
  condition: { role: 'else' },
  connection: {
    sourceid: ({ second }: Story) => second,
    sourceType: 'conditions',
    targetid: ({ jumper }: Story) => jumper,
    targetType: 'jumpers',
    label: text('<p>Los</p>'),
    status: { de: 'final' },
  },
  component: { type: 'folder', name: text('Ritter'), status: { de: 'final' } },
  asset: { type: 'template-audio', name: 'other.mp3', file: outside('[G17] without the deprecated header an asset shows its name') },
  componentAttachment: { elementId: ({ second }: Story) => second, componentId: ({ otherComponent }: Story) => otherComponent },
  audioAttachment: { elementId: ({ second }: Story) => second, assetId: ({ picture }: Story) => picture, mode: 'stop' },
  attribute: { cId: ({ other }: Story) => other, cType: 'elements', value: { type: 'string', plain: true, data: 'x' } },
  variable: { type: 'float', value: 2, folders: [{ id: 'a folder', name: 'Stats' }] },
};

/** Values of the common shapes: the first that a field's schema takes, and that the record does not have yet, is its other value. */
const plainValues = [{ type: 'icon', file: 'a/b' }, text('Titel'), 'other', 0.25, 5, true, false];

/** Another value that the field may have; undefined where its definition says that files do not contain it. */
function otherValue(kind: KindName, field: string, current: unknown): unknown {
  const listed = otherValues[kind]?.[field];
  if (listed !== undefined) return listed;
  if (getKind(kind).facets[field]?.export === 'never') return undefined;
  const schema = getFieldSchema(kind, field);
  const found = [...enumerated(schema), ...plainValues].find(
    (value) => schema?.safeParse(value).success && !isDeepStrictEqual(value, current),
  );
  if (found === undefined) throw new Error(`List another value of ${kind}.${field} in otherValues.`);
  return found;
}

function enumerated(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodNullable) return enumerated(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options : [];
}

describe.each(allKinds)('$kind', ({ kind, fields }) => {
  test('the list has no field that the kind lacks', () => {
    expect(Object.keys(otherValues[kind] ?? {}).filter((field) => !Object.hasOwn(fields, field))).toEqual([]);
  });

  test.each(Object.keys(fields))('[Exports] %s is in the files of all formats, or there is a reason', (field) => {
    for (const format of exportFormats) {
      if (format === 'godot' && ['x', 'y', 'width', 'height'].includes(field)) continue;
      // Unreal's importer takes a folder for a variable.
      if (format === 'unreal' && field === 'folders') continue;
      const made = everything();
      const other = otherValue(kind, field, made.story.project().get(made.ids[kind])?.[field]);
      if (other === undefined) return;
      if (typeof other === 'object' && other !== null && 'outside' in other) {
        expect(other.outside).toMatch(/./);
        return;
      }
      const written = () => exportStory(made.story.project(), { format, destination: 'file', allLocales: true });
      const before = written();
      made.story.change(made.ids[kind], { [field]: typeof other === 'function' ? other(made) : other });
      expect(written()).not.toBe(before);
    }
  });
});

describe('covers', () => {
  test.each([
    [
      { type: 'image' as const, id: 'ID' },
      { id: 'ID', type: 'image' },
    ],
    [
      { type: 'template-image' as const, id: 'ID' },
      { id: 'ID', type: 'template-image' },
    ],
    [
      { type: 'video' as const, id: 'ID', mode: 'loop' as const, autoplay: true, showControls: false, showOptions: true },
      { id: 'ID', type: 'video', mode: 'loop', autoplay: true, showControls: false, showOptions: true },
    ],
    [
      { type: 'template-video' as const, id: 'ID' },
      { id: 'ID', type: 'template-video' },
    ],
    [
      { type: 'icon' as const, file: 'delapouite/castle' },
      { file: 'delapouite/castle', type: 'icon' },
    ],
    [
      { type: 'youtube' as const, url: 'https://youtu.be/x', autoplay: true },
      { url: 'https://youtu.be/x', type: 'youtube', autoplay: true },
    ],
  ])('[Exports] a cover of every type is written on an element, for every format: %j', (cover, written) => {
    const { story, ids, picture } = everything();
    const withId = (value: object): object => ('id' in value ? { ...value, id: picture } : value);
    story.change(ids.element, { cover: withId(cover) });
    for (const format of exportFormats) {
      const { elements } = JSON.parse(exportStory(story.project(), { format, destination: 'file' }));
      expect(elements[ids.element].assets.cover).toEqual(withId(written));
    }
  });
});

test('[Exports] scoped variables: the customIds of their board or component and their own', () => {
  const { story, ids } = everything();
  const courage = story.add('attribute', {
    cId: ids.component,
    cType: 'components',
    name: 'Courage',
    customId: 'courage',
    value: { type: 'float', data: 2 },
  });
  for (const format of exportFormats) {
    const text = exportStory(story.project(), { format, destination: 'file' });
    const { boards, components, attributes } = JSON.parse(text);
    expect(boards[ids.board]).toMatchObject({ customId: 'one', attributes: [ids.attribute] });
    expect(components[ids.component]).toMatchObject({ customId: 'knight', attributes: [courage] });
    expect(attributes[ids.attribute]).toMatchObject({ cType: 'boards', cId: ids.board, customId: 'gold' });
    expect(attributes[courage]).toEqual({
      cId: ids.component,
      name: 'Courage',
      cType: 'components',
      value: { data: 2, type: 'float' },
      customId: 'courage',
    });
    expect(text).toMatch(/"data": ?2\.0/);
  }
});

test('[Localized content] a name in one language only is empty in another, never missing', () => {
  const { story, ids } = everything();
  story.change(ids.component, { name: en('Knight') });
  const { components } = JSON.parse(exportStory(story.project(), { format: 'unity', destination: 'file', locale: 'de' }));
  expect(components[ids.component].name).toBe('');
});
