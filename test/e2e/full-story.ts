/** A story in which every field of every kind has a value, as a .zip with its files: two languages, all kinds of covers, a thread with a reply. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { mp4, png, wav } from '../media-files.ts';

export const testId = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

/** Answers the path of the file. */
export function writeFullStory(folder: string): string {
  const path = join(folder, 'full.zip');
  const files = { 'story.json': strToU8(JSON.stringify(story)), 'door.png': png(61, 41), 'rain.wav': wav(1), 'storm.mp4': mp4() };
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)]))));
  return path;
}

const root = (last: number, children: number[], more: object = {}) => ({
  [testId(last)]: { name: 'Root', root: true, children: children.map(testId), ...more },
});
const text = (en: string, de: string) => ({ en: { text: `<p>${en}</p>` }, de: { text: `<p>${de}</p>` } });
const element = (x: number, more: object) => ({
  x,
  y: 417,
  width: 333,
  height: 155,
  autoHeight: false,
  theme: 'gold',
  outputs: [],
  components: [],
  ...more,
});
const line = (from: number, to: number, sourceType: string, targetType: string, more: object = {}) => ({
  type: 'Straight',
  theme: 'red',
  sourceid: testId(from),
  sourceType,
  targetid: testId(to),
  targetType,
  ...more,
});
const attribute = (owner: number, cType: string, name: string, value: object, more: object = {}) => ({
  cId: testId(owner),
  cType,
  name,
  value,
  ...more,
});

const story = {
  name: 'Everything',
  cover: { file: 'door.png', type: 'cover-image' },
  locales: [
    { iso: 'en', name: 'English', base: null },
    { iso: 'de', name: 'Deutsch', base: 'en' },
  ],
  startingElement: testId(10),
  boards: {
    ...root(1, [3]),
    [testId(3)]: { name: 'Acts', children: [testId(2), testId(4)] },
    [testId(2)]: {
      name: 'Coast',
      customId: 'coast',
      attributes: [testId(60), testId(64)],
      elements: [10, 11, 12, 13].map(testId),
      notes: [testId(20)],
      jumpers: [testId(21)],
      branches: [testId(22)],
      connections: [30, 31].map(testId),
      comments: [testId(80)],
    },
    [testId(4)]: { name: 'Island', elements: [], notes: [], jumpers: [], branches: [], connections: [] },
  },
  elements: {
    [testId(10)]: element(411, {
      outputs: [testId(30)],
      components: [testId(41)],
      linkedBoard: testId(4),
      attributes: [testId(61), testId(62)],
      assets: { cover: { id: testId(51), type: 'image' }, audio: [{ id: testId(55), asset: testId(52), mode: 'loop', delay: 1234 }] },
    }),
    [testId(11)]: element(822, { assets: { cover: { id: testId(53), type: 'video', mode: 'loop', autoplay: true } } }),
    [testId(12)]: element(1233, { assets: { cover: { type: 'youtube', url: 'https://youtu.be/abc' } } }),
    [testId(13)]: element(1644, { assets: { cover: { type: 'icon', file: 'delapouite/castle' } } }),
  },
  notes: { [testId(20)]: { x: 512, y: 713, width: 222, height: 144, autoHeight: true, theme: 'pink', content: '<p>Mind the gap</p>' } },
  jumpers: { [testId(21)]: { x: 912, y: 714, width: 199, height: 99, elementId: testId(11) } },
  branches: {
    [testId(22)]: {
      x: 1312,
      y: 715,
      theme: 'cyan',
      conditions: { ifCondition: testId(25), elseIfConditions: [], elseCondition: testId(26) },
    },
  },
  conditions: { [testId(25)]: { script: 'oil &gt; 2', output: testId(31) }, [testId(26)]: { script: null, output: null } },
  connections: {
    [testId(30)]: line(10, 11, 'elements', 'elements', { sourceFace: 'right', targetFace: 'left', labelLocation: 0.35, labelWidth: 211 }),
    [testId(31)]: line(25, 12, 'conditions', 'elements'),
  },
  components: {
    ...root(40, [42]),
    [testId(42)]: { name: 'People', children: [testId(41)] },
    [testId(41)]: { customId: 'maren', attributes: [testId(63)], assets: { cover: { id: testId(51), type: 'image' } } },
  },
  attributes: {
    [testId(60)]: attribute(2, 'boards', 'Tide', { type: 'integer', data: 77 }, { customId: 'tide' }),
    [testId(64)]: attribute(2, 'boards', 'Wind', { type: 'integer', data: 12 }),
    [testId(61)]: attribute(10, 'elements', 'Mood', { type: 'string', plain: true, data: 'windy' }),
    [testId(62)]: attribute(10, 'elements', 'Cast', { type: 'component-list', data: [{ id: 'r1', component: testId(41) }] }),
    [testId(63)]: attribute(41, 'components', 'Age', { type: 'integer', data: 58 }, { customId: 'age' }),
  },
  assets: {
    ...root(50, [54, 52, 53]),
    [testId(54)]: { name: 'Pictures', children: [testId(51)] },
    [testId(51)]: { name: 'door.png', type: 'image' },
    [testId(52)]: { name: 'rain.wav', type: 'audio', volume: 35 },
    [testId(53)]: { name: 'storm.mp4', type: 'video' },
  },
  variables: {
    ...root(70, [72]),
    [testId(72)]: { name: 'Ship', cType: 'global', children: [testId(71)] },
    [testId(71)]: { name: 'oil', type: 'integer', value: 31, cType: 'global' },
  },
  contents: {
    [testId(10)]: {
      title: text('The shore', 'Das Ufer'),
      content: text('Waves everywhere.', 'Überall Wellen.'),
      _status: { de: 'review' },
    },
    [testId(11)]: { title: text('The storm', 'Der Sturm'), content: {} },
    [testId(12)]: { title: text('The film', 'Der Film'), content: {} },
    [testId(13)]: { title: text('The castle', 'Die Burg'), content: {} },
    [testId(30)]: { label: text('Walk on', 'Weiter'), _status: { de: 'progress' } },
    [testId(41)]: { name: { en: { text: 'Maren' }, de: { text: 'Marén' } }, _status: { de: 'final' } },
  },
  comments: {
    [testId(80)]: {
      author: { id: 7, fullName: 'Rosa Lind' },
      content: '<p>Is the tide right?</p>',
      createdAt: '2026-02-03T18:20:00.000000Z',
      updatedAt: '2026-02-04T18:20:00.000000Z',
      resolved: true,
      position: { id: testId(2), type: 'boards', x: 430, y: 440 },
      replies: [
        {
          id: testId(81),
          author: { id: 8, fullName: null },
          content: '<p>It is.</p>',
          createdAt: '2026-02-05T18:20:00.000000Z',
          updatedAt: '2026-02-06T18:20:00.000000Z',
        },
      ],
    },
  },
};
