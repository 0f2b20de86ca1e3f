/** [G25] The stories a new project can begin with: whole, told to the end, with scripts that hold, and new ids each time. */
import { expect, test } from 'vitest';
import { importStory } from '../../../main/import/import-story.ts';
import { templateStory } from '../../../main/import/templates.ts';
import { templates } from '../../../shared/ipc/calls.ts';
import { Project } from '../../../shared/project.ts';
import { textsOf } from '../../../shared/references.ts';
import { mentionsIn } from '../../../shared/rich-text/mentions.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { faultsOf } from '../../valid-project.ts';
import { stillWorld } from '../../world.ts';

const open = async (template: (typeof templates)[number], seed = 3) => {
  const world = stillWorld(seed);
  return new Project((await importStory(templateStory(template, world), { world })).records);
};

test.each(templates)('[G25] %s is a whole project', async (template) => {
  const project = await open(template);
  expect(faultsOf(project.records())).toEqual([]);
  for (const record of project.records()) expect(record.extra).toBeUndefined();
});

test.each(templates)('[G25] the scripts and mentions of %s hold', async (template) => {
  const project = await open(template);
  for (const record of project.records())
    for (const { text, rule } of textsOf(record)) {
      if (rule.holds === 'rich') expect(parseContent(text)).toMatchObject({ ok: true });
      if (rule.holds === 'script') expect(parseCondition(text)).toMatchObject({ ok: true });
      if (rule.holds !== 'plain') for (const { id, type } of mentionsIn(text)) expect(project.at(id)?.kind).toBe(type);
    }
});

test.each(templates)('[G25] in %s nothing stands over anything else', async (template) => {
  const project = await open(template);
  const items = [...project.records()].flatMap((record) =>
    'x' in record && record.kind !== 'comment'
      ? [
          {
            id: record.id,
            boardId: record.boardId,
            x: Number(record.x),
            y: Number(record.y),
            width: Number(record.width ?? 288),
            height: Number(record.height ?? 53),
          },
        ]
      : [],
  );
  for (const one of items)
    for (const two of items)
      if (one.id < two.id && one.boardId === two.boardId)
        expect(
          one.x + one.width <= two.x || two.x + two.width <= one.x || one.y + one.height <= two.y || two.y + two.height <= one.y,
          `${one.id} ${two.id}`,
        ).toBe(true);
});

test('[G25] one has two languages, another comments with replies and an author who is gone', async () => {
  const projects = await Promise.all(templates.map((template) => open(template)));
  const [languages] = projects.filter(({ root }) => root.locales.length === 2);
  expect(languages?.root.locales.map(({ iso }) => iso)).toEqual(['en', 'de']);
  const [commented] = projects.filter((project) => project.count('comment') > 0);
  expect(commented?.count('reply')).toBeGreaterThan(1);
  expect([...(commented?.all('reply') ?? [])].some(({ author }) => author.fullName === null)).toBe(true);
});

test('[Projects] empty holds one empty board', async () => {
  const project = await open('empty');
  expect([...project.all('board')].filter(({ type }) => type === 'board')).toHaveLength(1);
  expect(project.count('element')).toBe(0);
});

test('[Common conventions] a template gets new ids each time', async () => {
  const [one, two] = [await open('sample', 3), await open('sample', 4)];
  const ids = new Set([...one.records()].map(({ id }) => id));
  expect([...two.records()].map(({ id }) => id).filter((id) => ids.has(id))).toEqual(['project']);
});
