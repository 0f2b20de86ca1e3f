/** The mirror by its calls, against a served Taleport in the same process: choose, edit on both sides, ask, answer, stop. */
import { afterEach, describe, expect, test } from 'vitest';
import { fieldPathsOf, isSameField } from '../../../../main/sync/plan/field-paths.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { FaultProxy, networkFaults } from '../../../sync-proof/fault-proxy.ts';
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
    const b = two.get(a.id);
    if (!b) found.push(`${a.kind} ${a.id} is missing`);
    else for (const cell of fieldPathsOf(a, b)) if (!isSameField(a.kind, cell, a, b)) found.push(`${a.kind} ${a.id} ${cell}`);
  }
  for (const b of two.records()) if (b.kind !== 'componentAttachment' && !one.has(b.id)) found.push(`${b.kind} ${b.id} is too many`);
  return found;
}

describe('the mirror by its calls', { timeout: 60_000 }, () => {
  test('a project is added, and edits go both ways', async () => {
    const { here, there, hash, remote } = await connected();
    expect(remote).toMatchObject({ name: 'Team', permissions: ['project:read', 'project:write'], state: 'ready', keyIn: 'memory' });
    expect(await here.ask('remote.projects', { name: 'Team' })).toMatchObject([{ hash, local: null }]);
    const added = await here.ask('sync.add', { remote: 'Team', hash });
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
    await here.ask('sync.add', { remote: 'Team', hash });
    const board = boardOf(await here.project(hash));
    const [id = ''] = await there.send(hash, element(board, 'First'));
    await inStep(here, hash);
    await here.send(hash, titled(id, 'Mine'));
    await there.send(hash, titled(id, 'Theirs'));
    expect(await inStep(here, hash)).toMatchObject({ questions: 1, state: 'in step' });
    const [question] = await here.ask('conflict.list', {});
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
    await here.ask('conflict.resolve', { ids: [question?.id ?? ''], answer: { text: '<p>Both</p>' } });
    expect(await inStep(here, hash)).toMatchObject({ questions: 0, state: 'in step' });
    expect((await there.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Both</p>' } });
    await here.ask('project.undo', { hash });
    await inStep(here, hash);
    expect((await there.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Mine</p>' } });
  });

  test('a project that is here is uploaded with its languages and files, and mirrored from then on', async () => {
    const { here, there } = await connected();
    const made = await here.ask('project.create', { template: 'visual-novel' });
    const status = await here.ask('sync.upload', { remote: 'Team', hash: made.hash });
    await inStep(here, made.hash);
    const [mine, theirs] = [await here.project(made.hash), await there.project(status.there)];
    expect(differences(mine, theirs)).toEqual([]);
    expect(theirs.projectRecord.locales).toEqual(mine.projectRecord.locales);
    expect((await here.ask('conflict.list', {})).map(({ sentence }) => sentence)).toEqual([]);
    const [there1] = [...theirs.recordsOfKind('element')];
    await there.send(status.there, titled(there1?.id ?? '', 'Changed there'));
    expect(await inStep(here, made.hash)).toMatchObject({ state: 'in step', questions: 0 });
    expect((await here.project(made.hash)).find('element', there1?.id ?? '')?.title.en).toEqual({ text: '<p>Changed there</p>' });
  });

  test('[I5] an upload whose answer was lost is found and not made twice; one that never came is looked for first', async () => {
    const { there, served } = await connected();
    const proxy = new FaultProxy(served.url, () => chance);
    let chance = 0;
    const settling = process.env.TALEPORT_SETTLE_MS;
    process.env.TALEPORT_SETTLE_MS = '1';
    const here = await openSide();
    sides.push(here);
    try {
      // Drawn from the faults of the proxy: the request never comes, or its answer does not.
      const lose = (fault: 'drop before' | 'drop after') => {
        let isOver = false;
        proxy.onRequest = (line) => {
          proxy.faultRate = !isOver && line.includes('/import') ? 1 : 0;
          isOver ||= line.includes('/import');
        };
        chance = (networkFaults.indexOf(fault) + 0.5) / networkFaults.length;
      };
      await here.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key: served.key } });
      const { hash, name } = await here.ask('project.create', { template: 'sample' });
      const calledSo = async () => (await there.ask('project.list', {})).filter((each) => each.name === name).length;
      const before = await calledSo();
      lose('drop before');
      await expect(here.ask('sync.upload', { remote: 'Team', hash })).rejects.toThrow(/not in its list yet/);
      expect([await calledSo(), await here.ask('sync.list', {})]).toEqual([before, []]);
      lose('drop after');
      const status = await here.ask('sync.upload', { remote: 'Team', hash });
      expect(await calledSo()).toBe(before + 1);
      await inStep(here, hash);
      expect(differences(await here.project(hash), await there.project(status.there))).toEqual([]);
    } finally {
      if (settling === undefined) delete process.env.TALEPORT_SETTLE_MS;
      else process.env.TALEPORT_SETTLE_MS = settling;
      await proxy.close();
    }
  });

  test('[G20, G21] what could never get there is refused at its field, and only in mirrored projects', async () => {
    const { here, hash } = await connected();
    const { hash: own } = await here.ask('project.create', { template: 'sample' });
    await here.ask('sync.add', { remote: 'Team', hash });
    const board = boardOf(await here.project(hash));
    const [id = ''] = await here.send(hash, element(board, 'Plain'));
    const rich = { do: 'change', kind: 'element', id, fields: { content: { en: '<p><em>Rich</em></p>' } } } as const;
    await expect(here.send(hash, rich)).rejects.toMatchObject({ code: 'invalid', json: { errors: { 'content.en': expect.any(String) } } });
    const locale = { do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: 'en' } } as const;
    await expect(here.send(hash, locale)).rejects.toMatchObject({ json: { errors: { locales: expect.stringContaining('mirrored') } } });
    const [variable] = [...(await here.project(hash)).recordsOfKind('variable')];
    const renaming = { do: 'change', kind: 'variable', id: variable?.id ?? '', fields: { name: 'other_name' } } as const;
    await expect(here.send(hash, renaming)).rejects.toMatchObject({ json: { errors: { name: expect.any(String) } } });
    const ownBoard = boardOf(await here.project(own));
    const [ownId = ''] = await here.send(own, element(ownBoard, 'Plain'));
    await here.send(own, { ...rich, id: ownId });
    await here.send(own, locale);
  });

  test('what both keep apart: stopping keeps the project here, or removes it; nothing that waits goes unasked', async () => {
    const { here, there, hash } = await connected();
    await here.ask('sync.add', { remote: 'Team', hash });
    await expect(here.ask('sync.add', { remote: 'Team', hash })).rejects.toMatchObject({ code: 'conflict' });
    await expect(here.ask('remote.remove', { name: 'Team' })).rejects.toMatchObject({ code: 'conflict' });
    await here.send(hash, element(boardOf(await here.project(hash)), 'Waits'));
    await expect(here.ask('sync.stop', { hash })).rejects.toThrow('A change waits here'.slice(2));
    await here.ask('sync.stop', { hash, discard: true });
    expect(await here.ask('sync.list', {})).toEqual([]);
    expect((await here.ask('project.list', {})).map((each) => each.hash)).toContain(hash);
    // A project of its own now: the hash of there is taken, so the next copy has another one.
    const again = await here.ask('sync.add', { remote: 'Team', hash });
    expect(again).toMatchObject({ there: hash });
    expect(again.hash).not.toBe(hash);
    await here.ask('project.remove', { hash: again.hash });
    expect(await here.ask('sync.list', {})).toEqual([]);
    expect((await there.ask('project.list', {})).map((each) => each.hash)).toContain(hash);
    await here.ask('remote.remove', { name: 'Team' });
  });

  test('a remote is tried before it is kept, and every fault is at its field', async () => {
    const { here, served } = await connected();
    const refused = async (name: string, url: string, key: string) => {
      const errors = await here.ask('remote.add', { name, url, key: { key } }).then(
        () => ({}),
        (problem) => problem.json.errors as Record<string, string>,
      );
      return Object.keys(errors);
    };
    expect(await refused('team', served.url, served.key)).toEqual(['name']);
    expect(await refused('Other', 'http://example.com', served.key)).toEqual(['url']);
    expect(await refused('Other', 'no address', served.key)).toEqual(['url']);
    expect(await refused('Other', served.url, 'wrong')).toEqual(['key']);
    expect((await here.ask('remote.list', {})).map(({ name }) => name)).toEqual(['Team']);
  });

  test('[record.versions] what the mirror brought is a version, and can be brought back', async () => {
    const { here, there, hash } = await connected();
    await here.ask('sync.add', { remote: 'Team', hash });
    const [first] = [...(await here.project(hash)).recordsOfKind('element')];
    const id = first?.id ?? '';
    await there.send(hash, titled(id, 'Theirs'));
    await inStep(here, hash);
    const versions = await here.ask('record.versions', { hash, id });
    expect(versions.map(({ origin }) => origin)).toEqual(['remote', 'import']);
    await here.ask('record.restore', { hash, id, version: versions[1]?.version ?? 0 });
    await inStep(here, hash);
    expect((await there.project(hash)).get(id)?.title).toEqual(first?.title);
  });

  test('[G20] what could never get there is not taken back either: undo says so', async () => {
    const { here } = await connected();
    const { hash } = await here.ask('project.create', { template: 'empty' });
    await here.send(hash, { do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: 'en' } });
    const { there } = await here.ask('sync.upload', { remote: 'Team', hash });
    expect(there).not.toBe('');
    const { skipped } = await here.ask('project.undo', { hash });
    expect(skipped).toEqual([expect.stringContaining('its languages are those that it has there')]);
    expect((await here.project(hash)).projectRecord.locales.map(({ iso }) => iso)).toEqual(['en', 'fr']);
  });

  test('[Comments] a board that is gone there with its comments comes back without them, and one that is not yet with all', async () => {
    const { here, there } = await connected();
    const { hash } = await there.ask('project.create', { template: 'tabletop-campaign-sample' });
    await here.ask('sync.add', { remote: 'Team', hash });
    await here.ask('sync.run', { hash });
    const [comment] = [...(await here.project(hash)).recordsOfKind('comment')];
    const board = String(comment?.boardId);
    await here.send(hash, { do: 'create', kind: 'board', fields: { name: 'Another' } });
    await here.send(hash, { do: 'remove', kind: 'board', id: board });
    expect((await here.ask('project.undo', { hash })).skipped).toEqual([]);
    expect((await here.project(hash)).has(comment?.id ?? '')).toBe(true);
    await here.ask('project.redo', { hash });
    await inStep(here, hash);
    const [removed] = (await here.ask('record.removed', { hash })).records;
    expect(removed).toMatchObject({ origin: 'user', record: { kind: 'board', id: board } });
    const { skipped } = await here.ask('record.restore', { hash, id: board });
    expect(skipped).toContainEqual(expect.stringContaining('nobody can make it there again'));
    expect(await inStep(here, hash)).toMatchObject({ state: 'in step', questions: 0, waiting: 0 });
    const mine = await here.project(hash);
    expect([...mine.recordsOfKind('board')].some(({ name }) => name === (removed?.record.name ?? ''))).toBe(true);
    expect(mine.has(comment?.id ?? '')).toBe(false);
    // [G21] What the interface says another way has gone; what it cannot say is kept here, and told.
    const theirs = await there.project(hash);
    const texts = [...theirs.recordsOfKind('element')].map(({ content }) => content.en?.text ?? '');
    expect(texts.filter((text) => text.includes('<code>') && !text.includes('<pre>'))).not.toEqual([]);
    const told = (await here.ask('sync.reports', { hash })).map(({ record, reason }) => `${reason} ${record}`);
    expect(
      differences(mine, theirs)
        .map((each) => `refused ${each.split(' ')[1]}`)
        .filter((each) => !told.includes(each)),
    ).toEqual([]);
  });

  test('[G20] the service on loopback writes to a mirrored project what the remote takes, and the rest is refused', async () => {
    const { here, there, hash } = await connected();
    await here.ask('sync.add', { remote: 'Team', hash });
    const own = await serve(here);
    const headers = { authorization: `Bearer ${own.key}`, accept: 'application/json', 'content-type': 'application/json' };
    const patch = (path: string, body: unknown) =>
      fetch(`${own.url}/api/v1/${hash}${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
    const [element] = [...(await here.project(hash)).recordsOfKind('element')];
    const path = `/element/${element?.id}`;
    const refused = await patch(path, { content: '<p><em>Rich</em></p>', title: { fr: 'Non' } });
    expect([refused.status, Object.keys(((await refused.json()) as { errors: object }).errors)]).toEqual([400, ['content']]);
    expect((await patch(path, { title: { fr: 'Non' } })).status).toBe(409);
    expect((await patch(path, { title: '<p>By a program</p>' })).status).toBe(200);
    expect(await inStep(here, hash)).toMatchObject({ state: 'in step', waiting: 0, questions: 0 });
    expect((await there.project(hash)).get(element?.id ?? '')?.title).toMatchObject({ en: { text: '<p>By a program</p>' } });
    expect(differences(await here.project(hash), await there.project(hash))).toEqual([]);
  });

  test('reports are told until they are seen, and activity is listed by pages', async () => {
    const { here, there, hash, served } = await connected();
    await here.ask('sync.add', { remote: 'Team', hash });
    await there.ask('apiKey.change', { id: served.keyId, permissions: ['project:read'] });
    const [id = ''] = await here.send(hash, element(boardOf(await here.project(hash)), 'Not allowed'));
    expect(await inStep(here, hash)).toMatchObject({ state: 'stopped', waiting: 1 });
    await there.ask('apiKey.change', { id: served.keyId, permissions: ['project:read', 'project:write'] });
    expect(await inStep(here, hash)).toMatchObject({ state: 'in step', waiting: 0 });
    expect((await here.project(hash)).has(id)).toBe(false);
    const [newest, ...older] = await here.ask('sync.activity', { hash });
    expect(newest).toMatchObject({ direction: 'sent', result: 'done', kind: 'element' });
    expect(await here.ask('sync.activity', { hash, before: newest?.id ?? '' })).toEqual(older);
  });
});
