/** The story in several languages to which random requests are sent. */
import type { Dice } from './dice.ts';

const locales = [
  { iso: 'en', name: 'English', base: null },
  { iso: 'de', name: 'Deutsch', base: 'en' },
  { iso: 'fr', name: 'Français', base: 'de' },
];

/** As the file of an import. */
export function startingStory(dice: Dice): Record<string, unknown> {
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
  return file;
}
