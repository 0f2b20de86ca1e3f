/** [I27, G22] A mention shows here what it shows on the remote, as soon as both sides have the same name in its language. */
import { expect, test } from 'vitest';
import { openEngine } from '../../../../main/engine/engine.ts';
import type { Command } from '../../../../shared/model/commands.ts';
import { asMap, createTestStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import { labelDifferences } from '../nothing-lost.ts';
import { type TwoSides, twoSides } from '../two-sides.ts';

const environment = createTestEnvironment(31);
const engine = openEngine(null, environment);

/** A synced component with an English name and an element without a text. */
async function openScene(): Promise<{ sides: TwoSides; component: string; element: string }> {
  const { hash, project, build } = createTestStory(engine, environment);
  const component = asMap(build('component', { name: { en: 'Bob' } })).id;
  const element = asMap(build('element', {})).id;
  const records = [...project.records()];
  engine.removeProject(hash);
  return { sides: await twoSides(environment, records, engine), component, element };
}

const rename = (id: string, name: Readonly<Record<string, string>>): Command => ({ do: 'change', kind: 'component', id, fields: { name } });

/** A German text that mentions the component as “x”, a name that it no longer has. */
const writeOutdatedMention = (id: string, component: string): Command => {
  const mention = `<span class="mention mention-component" data-type="component" data-id="${component}" data-label="x">x</span>`;
  return { do: 'change', kind: 'element', id, fields: { content: { de: `<p>${mention}</p>` } } };
};

const germanOf = ({ localProject }: TwoSides, element: string): string =>
  localProject.find('element', element)?.content.de?.text?.replace(/<[^>]*>/g, '') ?? '';

test('a language without a name and one whose name is empty show the same name', async () => {
  const { sides, component, element } = await openScene();
  sides.edit('local', rename(component, { de: 'Ada' }));
  await sides.converge();
  sides.edit('remote', writeOutdatedMention(element, component));
  await sides.converge();
  // Here there is no German name any more; the remote clears it and relabels the mention.
  sides.localEngine.undo(sides.hash);
  await sides.converge();
  expect(sides.remoteProject.find('component', component)?.name.de?.text ?? null).toBeNull();
  expect(germanOf(sides, element)).toBe('Bob');
  expect(labelDifferences(sides.localProject, sides.remoteProject)).toEqual([]);
});

test('a name in conflict in one language keeps no label of another language', async () => {
  const { sides, component, element } = await openScene();
  sides.edit('remote', writeOutdatedMention(element, component));
  await sides.converge();
  sides.edit('local', rename(component, { en: 'Robert' }));
  sides.edit('remote', rename(component, { en: 'Bobby', de: 'Adele' }));
  expect(await sides.converge()).toHaveLength(1);
  expect(germanOf(sides, element)).toBe('Adele');
});
