/** The mirror by its calls, against a served Taleport in the same process: choose, edit on both sides, ask, answer, stop. */
import { afterEach, describe, expect, test } from 'vitest';
import { cellsOf, sameCell } from '../../../../main/mirror/cells.ts';
import type { Project } from '../../../../shared/project.ts';
import { boardOf, element, inStep, openSide, type Side, serve, titled } from './two-workspaces.ts';

const sides: Side[] = [];
afterEach(async () => {
  for (const side of sides.splice(0)) await side.close();
});

async function connected() {
  const there = await openSide();
  const here = await openSide();
  sides.push(here, there);
  const { hash } = await there.ask('project.create', { template: 'sample' });
  const served = await serve(there);
  const remote = await here.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
  return { here, there, hash, served, remote };
}

/** What is on one side and not on the other, or not the same. */
function differences(one: Project, two: Project): string[] {
  const found: string[] = [];
  // No export tells the ids of attachments: they are read before somebody touches them.
  for (const a of one.records()) {
    if (a.kind === 'componentAttachment') continue;
    const b = two.at(a.id);
    if (!b) found.push(`${a.kind} ${a.id} is missing`);
    else for (const cell of cellsOf(a, b)) if (!sameCell(a.kind, cell, a, b)) found.push(`${a.kind} ${a.id} ${cell}`);
  }
  for (const b of two.records()) if (b.kind !== 'componentAttachment' && !one.has(b.id)) found.push(`${b.kind} ${b.id} is too many`);
  return found;
}

describe('the mirror by its calls', { timeout: 60_000 }, () => {
  test('a project is added, and edits go both ways', async () => {
    const { here, there, hash, remote } = await connected();
    expect(remote).toMatchObject({ name: 'Team', permissions: ['project:read', 'project:write'], state: 'ready', keyIn: 'memory' });
    expect(await here.ask('remote.projects', { name: 'Team' })).toMatchObject([{ hash, local: null }]);
    const added = await here.ask('mirror.add', { remote: 'Team', hash });
    expect(added).toMatchObject({ hash, there: hash, remote: 'Team', questions: 0 });
    const local = added.hash;
    expect(differences(await here.project(local), await there.project(hash))).toEqual([]);
    const board = boardOf(await here.project(local));
    await here.send(local, element(board, 'Ours'));
    const [theirs = ''] = await there.send(hash, element(board, 'Theirs', 500));
    expect(await inStep(here, local)).toMatchObject({ state: 'in step', waiting: 0, questions: 0, sentence: 'Both sides are the same.' });
    expect(differences(await here.project(local), await there.project(hash))).toEqual([]);
    expect((await here.project(local)).has(theirs)).toBe(true);
    expect((await here.ask('remote.projects', { name: 'Team' }))[0]?.local).toBe(local);
  });

  test('both change one text: a question, an answer that can be undone', async () => {
    const { here, there, hash } = await connected();
    await here.ask('mirror.add', { remote: 'Team', hash });
    const board = boardOf(await here.project(hash));
    const [id = ''] = await there.send(hash, element(board, 'First'));
    await inStep(here, hash);
    await here.send(hash, titled(id, 'Mine'));
    await there.send(hash, titled(id, 'Theirs'));
    expect(await inStep(here, hash)).toMatchObject({ questions: 1, state: 'in step' });
    const [question] = await here.ask('question.list', {});
    expect(question).toMatchObject({
      hash,
      kind: 'element',
      record: id,
      title: 'Mine',
      field: 'title',
      locale: 'en',
      why: 'both changed',
      base: '<p>First</p>',
      mine: '<p>Mine</p>',
      theirs: '<p>Theirs</p>',
      choices: { text: true },
    });
    await here.ask('question.answer', { ids: [question?.id ?? ''], answer: { text: '<p>Both</p>' } });
    expect(await inStep(here, hash)).toMatchObject({ questions: 0, state: 'in step' });
    expect((await there.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Both</p>' } });
    await here.ask('project.undo', { hash });
    await inStep(here, hash);
    expect((await there.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Mine</p>' } });
  });
});
