/** A project with three languages, which can be created only by an import: en is the main one, de and fr have texts of their own. */
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { newUuid } from './new-uuid.ts';
import { type Story, storyOf } from './story.ts';

export interface Translated extends Story {
  readonly ids: Readonly<Record<'element' | 'component' | 'connection', string>>;
}

const texts = (en: string) => ({ en: { text: en }, de: { text: en.replace('one', 'eins') }, fr: { text: en.replace('one', 'un') } });

/** As in an export of all languages. */
export function translatedFile() {
  const [root, board, element, connection, componentRoot, component, assets, variables] = Array.from({ length: 8 }, newUuid);
  const id = { root, board, element, connection, componentRoot, component, assets, variables } as Record<string, string>;
  const at = (name: string): string => id[name] ?? '';
  const json = {
    startingElement: at('element'),
    boards: {
      [at('root')]: { name: 'Root', root: true, children: [at('board')] },
      [at('board')]: { name: 'Act 1', notes: [], jumpers: [], branches: [], elements: [at('element')], connections: [at('connection')] },
    },
    notes: {},
    elements: { [at('element')]: { theme: 'default', outputs: [at('connection')], components: [], x: 0, y: 0, width: 301, height: 121 } },
    jumpers: {},
    connections: {
      [at('connection')]: {
        type: 'Bezier',
        theme: 'default',
        sourceid: at('element'),
        sourceType: 'elements',
        targetid: at('element'),
        targetType: 'elements',
      },
    },
    branches: {},
    components: {
      [at('componentRoot')]: { name: 'Root', root: true, children: [at('component')] },
      [at('component')]: { attributes: [] },
    },
    attributes: {},
    assets: { [at('assets')]: { root: true, children: [] } },
    variables: { [at('variables')]: { root: true, children: [] } },
    conditions: {},
    contents: {
      [at('element')]: { title: texts('<p>one</p>'), content: texts('<p>one text</p>') },
      [at('connection')]: { label: texts('<p>one label</p>') },
      [at('component')]: { name: texts('one name') },
    },
    locales: [
      { iso: 'en', name: 'English', base: null },
      { iso: 'de', name: 'Deutsch', base: 'en' },
      { iso: 'fr', name: 'Français', base: 'de' },
    ],
    name: 'Translated',
    cover: null,
  };
  return { json, element: at('element'), component: at('component'), connection: at('connection'), board: at('board') };
}

export async function translatedStory(client: Client): Promise<Translated> {
  const { json, element, component, connection } = translatedFile();
  const { status, body } = await client.post('/workspace/projects/import', { name: 'Translated', project: json });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...(await storyOf(client, body.hash)), ids: { element, component, connection } };
}
