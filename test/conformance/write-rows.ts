/**
 * Every row of the route table that writes JSON into a project: the setup for a valid request, its required fields, and values to
 * reject. routes.test.ts runs the same checks for each.
 */
import { badValues } from './bad-values.ts';
import { boardRows } from './board-rows.ts';
import type { Story } from './story.ts';
import { reorder, row, type WriteRow } from './write-row.ts';

/** The paths of the three owners of attributes, each newly created. */
export const owners = {
  element: async (s: Story) => `/element/${await s.element()}`,
  board: async (s: Story) => `/board/${await s.newBoard()}`,
  component: async (s: Story) => `/component/${await s.component()}`,
} as const;
export type Owner = keyof typeof owners;

const attributesOf = (owner: Owner): WriteRow[] => {
  const base = owners[owner];
  const value = { type: 'rich-text', data: '<p>a</p>' };
  const badAttributeValues = [
    3,
    null,
    [],
    {},
    { type: 'text' },
    { data: 'a' },
    { type: 'rich-text', more: 1 },
    { type: 'rich-text', data: 3 },
  ];
  return [
    row('Attributes', 'POST', 'base + /attribute', async (s) => ({ path: `${await base(s)}/attribute`, body: { name: 'tag', value } }), {
      required: ['value'],
      bad: {
        name: badValues.text,
        size: badValues.size,
        value: badAttributeValues,
        index: badValues.indexOnCreate,
        cId: ['x'],
        cType: [`${owner}s`],
      },
      good: { name: [null, 'Ä'], size: ['half', 'full'], index: [0, '-'] },
    }),
    row(
      'Attributes',
      'PATCH',
      'base + /attribute/{attributeID}',
      async (s) => {
        const at = await base(s);
        return { path: `${at}/attribute/${await s.attribute(at)}`, body: { name: 'other' } };
      },
      { bad: { name: badValues.text, size: badValues.size, value: [3, null, { more: 1 }, { type: 'text' }], index: [0], cId: ['x'] } },
    ),
    row(
      'Attributes',
      'PATCH',
      'base + /attribute/{attributeID}/index',
      async (s) => {
        const at = await base(s);
        await s.attribute(at);
        return { path: `${at}/attribute/${await s.attribute(at)}/index`, body: { index: 0 } };
      },
      reorder,
    ),
  ];
};

const attributes: WriteRow[] = [
  ...attributesOf('element'),
  ...attributesOf('board'),
  ...attributesOf('component'),
  row('Attributes', 'DELETE', '/{hash}/element/{elementID}/attribute/{attributeID}', async (s) => {
    const at = await owners.element(s);
    return { path: `${at}/attribute/${await s.attribute(at)}` };
  }),
];

let names = 0;
const variables: WriteRow[] = [
  row('Variables (global)', 'POST', '/{hash}/variable', async () => ({ path: '/variable', body: { name: `named_${++names}` } }), {
    required: ['name'],
    bad: {
      name: ['1a', 'a-b', 'a b', '', 'visits', 'if', null, 3],
      type: ['text', 'String', '', null, 3],
      value: [3, true, null, {}, []],
      boardId: ['x'],
      index: badValues.indexOnCreate,
    },
  }),
  row(
    'Variables (global)',
    'PATCH',
    '/{hash}/variable/{variableID}',
    async (s) => ({ path: `/variable/${await s.variable()}`, body: { value: 'b' } }),
    {
      bad: { type: ['text', '', null, 3], value: [3, true, null, {}], name: ['other'], index: [0], boardId: ['x'], cType: ['global'] },
    },
  ),
  row(
    'Variables (global)',
    'PATCH',
    '/{hash}/variable/{variableID}/index',
    async (s) => {
      await s.variable();
      return { path: `/variable/${await s.variable()}/index`, body: { index: 0 } };
    },
    reorder,
  ),
  row('Variables (global)', 'DELETE', '/{hash}/variable/{variableID}', async (s) => ({ path: `/variable/${await s.variable()}` })),
];

const components: WriteRow[] = [
  row('Components', 'POST', '/{hash}/component', async () => ({ path: '/component', body: { name: 'Ada' } }), {
    bodyMayBeEmpty: true,
    bad: {
      type: ['Component', 'board', '', null],
      name: badValues.localized,
      parentId: badValues.nullableId,
      index: badValues.indexOnCreate,
      customId: ['mine'],
      cover: [null],
      attributes: [[]],
    },
    good: { type: ['component', 'folder'], name: [{ en: 'Bo' }, { en: { text: 'Bo' } }], parentId: [null], index: [0, '-'] },
  }),
  row(
    'Components',
    'PATCH',
    '/{hash}/component/{componentID}',
    async (s) => ({ path: `/component/${await s.component()}`, body: { name: 'Bo' } }),
    {
      bad: { name: badValues.localized, customId: ['mine'], parentId: [null], type: ['folder'] },
      good: { name: [null, 'Cy', { en: 'Di' }] },
    },
  ),
  row(
    'Components',
    'PATCH',
    '/{hash}/component/{componentID}/index',
    async (s) => {
      await s.component();
      return { path: `/component/${await s.component()}/index`, body: { index: 0 } };
    },
    { required: ['index'], bad: { index: badValues.index, parentId: badValues.nullableId } },
  ),
  row('Components', 'DELETE', '/{hash}/component/{componentID}', async (s) => ({ path: `/component/${await s.component()}` })),
  row(
    'Components',
    'PATCH',
    '/{hash}/component/{componentID}/cover',
    async (s) => ({ path: `/component/${await s.component()}/cover`, body: { cover: { id: await s.asset() } } }),
    {
      required: ['cover'],
      bad: { cover: [3, null, [], {}, { type: 'video', id: 'x' }, { type: 'youtube', url: 'https://youtu.be/a' }] },
    },
  ),
  row('Components', 'DELETE', '/{hash}/component/{componentID}/cover', async (s) => {
    const path = `/component/${await s.component()}/cover`;
    await s.patch(path, { cover: { type: 'icon', file: 'castle' } });
    return { path };
  }),
];

const assets: WriteRow[] = [
  row('Assets', 'POST', '/{hash}/asset', async () => ({ path: '/asset', body: { name: 'door.png', type: 'image' } }), {
    required: ['name'],
    bad: {
      name: [3, null, true, ''],
      type: ['picture', 'Image', 'template-image', null, 3],
      file: [3, true, {}],
      size: [3, true, {}],
      volume: ['1', true, {}],
      parentId: badValues.nullableId,
      index: badValues.indexOnCreate,
    },
    good: { type: ['image', 'audio', 'video'], file: ['not-there.png'], size: ['1 KB'], volume: [0.5], parentId: [null], index: [0, '-'] },
  }),
  row('Assets', 'PATCH', '/{hash}/asset/{assetID}', async (s) => ({ path: `/asset/${await s.asset()}`, body: { name: 'gate.png' } }), {
    bad: {
      name: [3, null, ''],
      type: ['picture', 'template-image', 3],
      volume: ['1', true],
      size: [3],
      file: [3],
      parentId: [null],
      index: [0],
    },
    good: { volume: [0.25], size: ['2 KB'], file: ['not-there-either.png'], type: ['video'] },
  }),
  row(
    'Assets',
    'PATCH',
    '/{hash}/asset/{assetID}/index',
    async (s) => {
      await s.asset();
      return { path: `/asset/${await s.asset()}/index`, body: { index: 0 } };
    },
    { required: ['index'], bad: { index: badValues.index, parentId: badValues.nullableId } },
  ),
  row('Assets', 'DELETE', '/{hash}/asset/{assetID}', async (s) => ({ path: `/asset/${await s.asset()}` })),
];

export const writeRows: readonly WriteRow[] = [...boardRows, ...attributes, ...variables, ...components, ...assets];
