/** The initial project of a model test: a file with several languages, and the expected model after its import ([Projects] import, G19, G26). */
import type { Dice } from './dice.ts';
import { emptyBoard } from './model-boards.ts';
import { type Element, type Model, rootAsset } from './model-state.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'fr', name: 'Français', base: 'de' },
];

/** The file and the model: equal except for ids and customIds that the service generates. */
export function startingStory(dice: Dice): { file: Record<string, unknown>; model: Model } {
  const id = () => dice.uuid();
  const [rootBoard, rootComponent, opening, acts, second, hall, end, arrow, ada] = [id(), id(), id(), id(), id(), id(), id(), id(), id()];
  const mention = (name: string) =>
    `<span class="mention-component mention" data-id="${ada}" data-label="${name}" data-type="component">${name}</span>`;
  const texts = {
    hallTitle: { en: '<p>The hall</p>', de: '<p>Die Halle</p>' },
    hallContent: { en: `<p>Here is ${mention('Ada')}.</p>`, de: `<p>Hier ist ${mention('Adele')}.</p>` },
    endTitle: { en: '<p>The end</p>' },
    ada: { en: 'Ada', de: 'Adele' },
  };
  const stored = (map: Record<string, string>) => Object.fromEntries(Object.entries(map).map(([iso, text]) => [iso, { text }]));
  const items = { notes: [], jumpers: [], branches: [], elements: [], connections: [] };
  const look = { theme: 'default', width: 301, height: 121, autoHeight: true };
  const file = {
    name: 'Model',
    startingElement: hall,
    cover: null,
    locales,
    boards: {
      [rootBoard]: { name: 'Root', root: true, children: [opening, acts] },
      [opening]: { ...items, name: 'Opening', customId: 'opening', elements: [hall, end], connections: [arrow] },
      [acts]: { name: 'Acts', children: [second] },
      [second]: { ...items, name: 'Act 2' },
    },
    elements: {
      [hall]: { ...look, x: 100, y: 200, outputs: [arrow], components: [] },
      [end]: { ...look, x: 900, y: 200, outputs: [], components: [] },
    },
    notes: {},
    jumpers: {},
    connections: {
      [arrow]: { type: 'Bezier', theme: 'default', sourceid: hall, targetid: end, sourceType: 'elements', targetType: 'elements' },
    },
    branches: {},
    conditions: {},
    components: { [rootComponent]: { name: 'Root', root: true, children: [ada] }, [ada]: { attributes: [] } },
    attributes: {},
    assets: { root_asset: { root: true, children: [] } },
    variables: {},
    contents: {
      [hall]: { title: stored(texts.hallTitle), content: stored(texts.hallContent) },
      [end]: { title: stored(texts.endTitle) },
      [ada]: { name: stored(texts.ada) },
    },
  };
  const element = (x: number): Element => ({
    ...look,
    boardId: opening,
    x,
    y: 200,
    title: {},
    content: {},
    components: [],
    audio: [],
    outputs: [],
    attributes: [],
    cover: null,
    linkedBoard: null,
  });
  const folder = { ...emptyBoard(), type: 'folder' as const, customId: null };
  const leaf = { children: [], attributes: [], cover: null };
  const model: Model = {
    name: 'Imported',
    css: '',
    start: hall,
    main: 'en',
    languages: locales.map(({ iso }) => iso),
    rootBoard,
    rootComponent,
    boards: new Map([
      [rootBoard, { ...folder, name: 'Root', parentId: null, children: [opening, acts] }],
      [
        opening,
        {
          ...emptyBoard(),
          type: 'board',
          name: 'Opening',
          customId: 'opening',
          parentId: rootBoard,
          elements: [hall, end],
          connections: [arrow],
        },
      ],
      [acts, { ...emptyBoard(), type: 'folder', customId: null, name: 'Acts', parentId: rootBoard, children: [second] }],
      [second, { ...emptyBoard(), type: 'board', name: 'Act 2', customId: null, parentId: acts }],
    ]),
    elements: new Map([
      [hall, { ...element(100), title: { ...texts.hallTitle }, content: { ...texts.hallContent }, outputs: [arrow] }],
      [end, { ...element(900), title: { ...texts.endTitle } }],
    ]),
    notes: new Map(),
    jumpers: new Map(),
    branches: new Map(),
    conditions: new Map(),
    connections: new Map([
      [
        arrow,
        {
          boardId: opening,
          sourceid: hall,
          sourceType: 'elements',
          targetid: end,
          targetType: 'elements',
          sourceFace: null,
          targetFace: null,
          label: {},
          labelLocation: 0.5,
          labelWidth: null,
          theme: 'default',
          type: 'Bezier',
        },
      ],
    ]),
    attributes: new Map(),
    components: new Map([
      [rootComponent, { ...leaf, type: 'folder', name: { en: 'Root' }, customId: null, parentId: null, children: [ada] }],
      [ada, { ...leaf, type: 'component', name: { ...texts.ada }, customId: 'ada', parentId: rootComponent, children: [] }],
    ]),
    assets: new Map([[rootAsset, { type: 'folder', name: '', parentId: null, children: [], file: null, size: null, volume: null }]]),
    variables: new Map(),
    variableList: [],
    attachments: new Map(),
    audios: new Map(),
  };
  return { file, model };
}
