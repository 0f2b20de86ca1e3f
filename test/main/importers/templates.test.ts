/** [G25] The templates of new projects: complete, playable to the end, with scripts that hold, and new ids each time. */
import { expect, test } from 'vitest';
import { importStory } from '../../../main/importers/import-story.ts';
import { createTemplateStory } from '../../../main/importers/templates.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { Project } from '../../../shared/model/project.ts';
import { textsOfRecord } from '../../../shared/model/references.ts';
import { findMentions } from '../../../shared/rich-text/mentions.ts';
import { parseCondition, parseContent } from '../../../shared/script/parse-content.ts';
import { findProjectErrors } from '../../project-errors.ts';
import { createTestEnvironment } from '../../test-environment.ts';

const open = async (template: (typeof projectTemplates)[number], seed = 3) => {
  const environment = createTestEnvironment(seed);
  return new Project((await importStory(createTemplateStory(template, environment), { environment: environment })).records);
};

test.each(projectTemplates)('[G25] %s is a complete project', async (template) => {
  const project = await open(template);
  expect(findProjectErrors(project.records())).toEqual([]);
  for (const record of project.records()) expect(record.extra).toBeUndefined();
});

test.each(projectTemplates)('[G25] the scripts and mentions of %s are valid', async (template) => {
  const project = await open(template);
  for (const record of project.records())
    for (const { text, rule } of textsOfRecord(record)) {
      if (rule.format === 'rich') expect(parseContent(text)).toMatchObject({ ok: true });
      if (rule.format === 'script') expect(parseCondition(text)).toMatchObject({ ok: true });
      if (rule.format !== 'plain') for (const { id, type } of findMentions(text)) expect(project.get(id)?.kind).toBe(type);
    }
});

test.each(projectTemplates)('[G25] in %s no items overlap', async (template) => {
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

test('[G25] one has two languages, another comments with replies and a former author', async () => {
  const projects = await Promise.all(projectTemplates.map((template) => open(template)));
  const [languages] = projects.filter(({ projectRecord }) => projectRecord.locales.length === 2);
  expect(languages?.projectRecord.locales.map(({ iso }) => iso)).toEqual(['en', 'de']);
  const [commented] = projects.filter((project) => project.countOfKind('comment') > 0);
  expect(commented?.countOfKind('reply')).toBeGreaterThan(1);
  expect([...(commented?.recordsOfKind('reply') ?? [])].some(({ author }) => author.fullName === null)).toBe(true);
});

test('[Projects] the template “empty” contains one empty board', async () => {
  const project = await open('empty');
  expect([...project.recordsOfKind('board')].filter(({ type }) => type === 'board')).toHaveLength(1);
  expect(project.countOfKind('element')).toBe(0);
});

test('[Common conventions] a template gets new ids each time', async () => {
  const [one, two] = [await open('sample', 3), await open('sample', 4)];
  const ids = new Set([...one.records()].map(({ id }) => id));
  expect([...two.records()].map(({ id }) => id).filter((id) => ids.has(id))).toEqual(['project']);
});
