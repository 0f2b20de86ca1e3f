/** All errors of a file are reported together, by path in the file; a repair removes dangling references and nothing else. */
import { describe, expect, test } from 'vitest';
import { findProjectErrors } from '../../project-errors.ts';
import { danglingReferences, inconsistencies, invalidValues } from './broken-stories.ts';
import { changedStory, entryOf, ids, importFile, importProblem, smallStory } from './small-story.ts';

const integrity = 'Project integrity exception during import.';

describe('[G27] a dangling reference', () => {
  test.each(danglingReferences)('is an error at %s, and a repair removes it and reports it', async (path, change) => {
    const { json } = await importProblem(changedStory(change));
    expect(json).toMatchObject({ status: 400, title: integrity });
    expect(Object.keys(json.errors)).toContain(path);
    const { project, notes } = await importFile(changedStory(change), { repair: true });
    expect(findProjectErrors(project.records())).toEqual([]);
    expect(notes.filter((note) => note.startsWith('Skipped')).join()).toContain(path);
  });

  test('a repair removes dependents: a condition with its connection', async () => {
    const { project } = await importFile(
      changedStory((file) => Object.assign(entryOf(file.branches, ids.branch), { conditions: { ifCondition: ids.if } })),
      { repair: true },
    );
    expect(project.has(ids.else)).toBe(false);
    expect(project.has(ids.away)).toBe(false);
    expect(project.has(ids.back)).toBe(true);
  });

  test('all are reported together', async () => {
    const { json } = await importProblem(
      changedStory((file) =>
        danglingReferences.slice(0, 3).forEach(([, change]) => {
          change(file);
        }),
      ),
    );
    expect(Object.keys(json.errors)).toHaveLength(3);
    expect(json.detail).toContain('3 errors');
  });
});

test.each(inconsistencies)('[Import rules] %s is an integrity error at its path, which no repair fixes', async (_what, path, change) => {
  for (const repair of [false, true]) {
    const { json } = await importProblem(changedStory(change), { repair });
    expect(json.title).toBe(integrity);
    expect(Object.keys(json.errors)).toContain(path);
  }
});

test.each(invalidValues)('[Import rules] an invalid value at %s is a 400 with its path', async (path, change) => {
  const { json } = await importProblem(changedStory(change));
  expect(json.status).toBe(400);
  expect(Object.keys(json.errors)).toContain(path);
  for (const message of Object.values(json.errors)) expect(message).not.toMatch(/Invalid|undefined|\[object/);
});

test.each([null, 7, 'text', [], true])('[Import rules] %j is no story', async (json) => {
  expect((await importProblem(json)).code).toBe('invalid');
});

test('[Import rules] a thousand errors are listed, and the rest is counted', async () => {
  const elements = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`e${at}`, {}]));
  const { json } = await importProblem({ ...smallStory(), elements });
  expect(Object.keys(json.errors)).toHaveLength(1_000);
  expect(json.detail).toMatch(/The first 1,000 are listed, [\d,]+ more are not\./);
});

test('JSON that is nested too deep is an error and not a crash', async () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(
    Object.keys((await importProblem(changedStory((file) => Object.assign(entryOf(file.elements, ids.start), { deep })))).json.errors),
  ).toEqual([`elements.${ids.start}.deep`]);
  expect((await importProblem({ ...smallStory(), cover: { deep } })).json.status).toBe(400);
});

test('[Import rules] an object instead of a text is an error, whatever its length is', async () => {
  const odd = { length: { toString: 'x', valueOf: 1 } };
  const file = changedStory((story) => {
    Object.assign(entryOf(story.boards, ids.board), { name: odd });
    Object.assign(entryOf(story.conditions, ids.if), { script: odd });
  });
  const { json } = await importProblem(file);
  expect(Object.keys(json.errors ?? {}).sort()).toEqual([`boards.${ids.board}.name`, `conditions.${ids.if}.script`]);
});
