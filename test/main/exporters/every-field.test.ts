/** Each field of each kind is in the exports, or listed here with the reason why not. */
import { describe, expect, test } from 'vitest';
import { exportStory } from '../../../main/exporters/export-story.ts';
import { allKinds, type KindName } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
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
    project: PROJECT_RECORD_ID,
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
const hidden = (why: string) => ({ hidden: why });
const comments = hidden('[Exports] JSON does not carry comments');
const text = (de: string) => ({ en: { text: 'Title' }, de: { text: de } });

/** For each field another value that it may have, or why it is not in a file. */
const others: Record<KindName, Record<string, unknown>> = {
  project: {
    name: 'Other',
    startingElement: ({ second }: Story) => second,
    cover: { file: 'c.png', type: 'cover-image' },
    css: hidden('[Exports] JSON does not carry CSS'),
    locales: [{ iso: 'en', name: 'Anglais', base: null }],
    roots: { ...roots, variable: 'other' },
  },
  board: { parentId: ({ other }: Story) => other, type: 'folder', name: 'Other', customId: 'other' },
  element: {
    boardId: hidden('its board lists it'),
    x: 5,
    y: 5,
    width: 5,
    height: 5,
    theme: 'red',
    autoHeight: false,
    title: text('<p>Titel</p>'),
    content: text('<p>Inhalt</p>'),
    status: { de: 'final' },
    cover: { type: 'icon', file: 'a/b' },
    linkedBoard: ({ other }: Story) => other,
  },
  note: {
    boardId: hidden('its board lists it'),
    x: 5,
    y: 5,
    width: 5,
    height: 5,
    theme: 'red',
    autoHeight: false,
    content: '<p>x</p>',
    isFrame: hidden('the service has no frames'),
  },
  jumper: { boardId: hidden('its board lists it'), x: 5, y: 5, width: 5, height: 5, elementId: ({ second }: Story) => second },
  branch: { boardId: hidden('its board lists it'), x: 5, y: 5, theme: 'red' },
  condition: { branchId: hidden('its branch lists it'), role: 'else', script: 'x' },
  connection: {
    boardId: hidden('its board lists it'),
    sourceid: ({ second }: Story) => second,
    sourceType: 'conditions',
    targetid: ({ jumper }: Story) => jumper,
    targetType: 'jumpers',
    sourceFace: 'left',
    targetFace: 'top',
    label: text('<p>Los</p>'),
    labelLocation: 0.25,
    labelWidth: 80,
    theme: 'red',
    type: 'Straight',
    status: { de: 'final' },
  },
  component: {
    parentId: hidden('its folder lists it'),
    type: 'folder',
    name: text('Ritter'),
    customId: 'other',
    cover: { type: 'icon', file: 'a/b' },
    status: { de: 'final' },
  },
  asset: {
    parentId: hidden('its folder lists it'),
    type: 'template-audio',
    name: 'other.mp3',
    file: hidden('[G17] without the deprecated header an asset shows its name'),
    size: hidden('[G12] for display only'),
    bytes: hidden('[G12] told by an asset read'),
    volume: 0.5,
    mime: hidden('[G12] told by an asset read'),
    width: hidden('[G12] told by an asset read'),
    height: hidden('[G12] told by an asset read'),
    duration: hidden('[G12] told by an asset read'),
  },
  componentAttachment: { elementId: ({ second }: Story) => second, componentId: ({ otherComponent }: Story) => otherComponent },
  audioAttachment: { elementId: ({ second }: Story) => second, assetId: ({ picture }: Story) => picture, mode: 'stop', delay: 5 },
  attribute: {
    cId: ({ other }: Story) => other,
    cType: 'elements',
    name: 'Other',
    size: hidden('[Exports] an attribute has name, cType, cId, customId and value'),
    value: { type: 'string', plain: true, data: 'x' },
    customId: 'other',
  },
  variable: { name: 'other', type: 'float', value: 2, folders: [{ id: 'a folder', name: 'Stats' }] },
  comment: {
    boardId: comments,
    x: comments,
    y: comments,
    resolved: comments,
    author: comments,
    content: comments,
    createdAt: comments,
    updatedAt: comments,
  },
  reply: { commentId: comments, author: comments, content: comments, createdAt: comments, updatedAt: comments },
};

describe.each(allKinds)('$kind', ({ kind, fields }) => {
  test('every field is thought of', () => expect(Object.keys(others[kind]).sort()).toEqual(Object.keys(fields).sort()));

  test.each(Object.entries(others[kind]))('[Exports] %s is in the files of all formats, or there is a reason', (field, other) => {
    if (typeof other === 'object' && other !== null && 'hidden' in other) {
      expect(other.hidden).toMatch(/./);
      return;
    }
    for (const format of exportFormats) {
      if (format === 'godot' && ['x', 'y', 'width', 'height'].includes(field)) continue;
      // Unreal's importer takes a folder for a variable.
      if (format === 'unreal' && field === 'folders') continue;
      const made = everything();
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
