/** Sync through its backend calls, with a served Taleport in the same process as the remote: add, edit on both sides, resolve conflicts, stop. */

import { afterEach, describe, expect, test } from 'vitest';
import { fieldPathsOf, isSameField } from '../../../../main/sync/plan/field-paths.ts';
import { t } from '../../../../shared/messages/english.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { Project } from '../../../../shared/model/project.ts';
import { FaultProxy, networkFaults } from '../../../sync-proof/fault-proxy.ts';
import { boardOf, conflictsOf, element, openSide, type Side, serve, syncOnce, titled } from './two-workspaces.ts';

const sides: Side[] = [];
afterEach(async () => {
  for (const side of sides.splice(0)) await side.close();
});

async function connected() {
  const remoteSide = await openSide();
  const localSide = await openSide();
  sides.push(localSide, remoteSide);
  const { hash } = await remoteSide.ask('project.create', { template: 'sample' });
  const served = await serve(remoteSide);
  const remote = await localSide.ask('remote.add', { name: 'Team', url: served.url, key: { key: served.key } });
  return { localSide, remoteSide, hash, served, remote };
}

/** Records that differ between the sides or exist on only one. */
function differences(one: Project, two: Project): string[] {
  const found: string[] = [];
  // No export contains the ids of attachments: they are read only before a change needs them.
  for (const a of one.records()) {
    if (a.kind === 'componentAttachment') continue;
    const b = two.get(a.id);
    if (!b) found.push(`${a.kind} ${a.id} is missing`);
    else for (const cell of fieldPathsOf(a, b)) if (!isSameField(a.kind, cell, a, b)) found.push(`${a.kind} ${a.id} ${cell}`);
  }
  for (const b of two.records()) if (b.kind !== 'componentAttachment' && !one.has(b.id)) found.push(`${b.kind} ${b.id} is too many`);
  return found;
}

describe('the backend calls of sync', () => {
  test('a project is added, and edits sync both ways', async () => {
    const { localSide, remoteSide, hash, remote } = await connected();
    expect(remote).toMatchObject({ name: 'Team', permissions: ['project:read', 'project:write'], state: 'ready', keyIn: 'memory' });
    expect(await localSide.ask('remote.projects', { name: 'Team' })).toMatchObject([{ hash, localHash: null }]);
    const added = await localSide.ask('sync.add', { remote: 'Team', hash });
    expect(added).toMatchObject({ hash, remoteHash: hash, remote: 'Team', conflicts: 0 });
    const local = added.hash;
    expect(differences(await localSide.project(local), await remoteSide.project(hash))).toEqual([]);
    const board = boardOf(await localSide.project(local));
    await localSide.send(local, element(board, 'Ours'));
    const [remoteElement = ''] = await remoteSide.send(hash, element(board, 'Theirs', 500));
    expect(await syncOnce(localSide, local)).toMatchObject({
      state: 'synced',
      pending: 0,
      conflicts: 0,
      message: message('sync.status.upToDate'),
    });
    expect(differences(await localSide.project(local), await remoteSide.project(hash))).toEqual([]);
    expect((await localSide.project(local)).has(remoteElement)).toBe(true);
    expect((await localSide.ask('remote.projects', { name: 'Team' }))[0]?.localHash).toBe(local);
  });

  test('both sides change one text: a conflict, whose resolution can be undone', async () => {
    const { localSide, remoteSide, hash } = await connected();
    await localSide.ask('sync.add', { remote: 'Team', hash });
    const board = boardOf(await localSide.project(hash));
    const [id = ''] = await remoteSide.send(hash, element(board, 'First'));
    await syncOnce(localSide, hash);
    await localSide.send(hash, titled(id, 'Mine'));
    await remoteSide.send(hash, titled(id, 'Theirs'));
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1, state: 'attention' });
    const [conflict] = await conflictsOf(localSide, hash);
    expect(conflict).toMatchObject({
      hash,
      kind: 'element',
      record: id,
      title: 'Mine',
      field: 'title',
      locale: 'en',
      reason: 'bothChanged',
      base: '<p>First</p>',
      local: '<p>Mine</p>',
      remote: '<p>Theirs</p>',
      choices: { text: true },
    });
    await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { text: '<p>Both</p>' } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 0, state: 'synced' });
    expect((await remoteSide.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Both</p>' } });
    await localSide.ask('project.undo', { hash });
    await syncOnce(localSide, hash);
    expect((await remoteSide.project(hash)).find('element', id)?.title).toEqual({ en: { text: '<p>Mine</p>' } });
  });

  test('a local project is uploaded with its languages and files, and synced from then on', async () => {
    const { localSide, remoteSide } = await connected();
    const created = await localSide.ask('project.create', { template: 'visual-novel' });
    const status = await localSide.ask('sync.upload', { remote: 'Team', hash: created.hash });
    await syncOnce(localSide, created.hash);
    const [localProject, remoteProject] = [await localSide.project(created.hash), await remoteSide.project(status.remoteHash)];
    expect(differences(localProject, remoteProject)).toEqual([]);
    expect(remoteProject.projectRecord.locales).toEqual(localProject.projectRecord.locales);
    expect((await localSide.ask('conflict.list', {})).map(({ message }) => message)).toEqual([]);
    const [remoteElement] = [...remoteProject.recordsOfKind('element')];
    await remoteSide.send(status.remoteHash, titled(remoteElement?.id ?? '', 'Changed there'));
    expect(await syncOnce(localSide, created.hash)).toMatchObject({ state: 'synced', conflicts: 0 });
    expect((await localSide.project(created.hash)).find('element', remoteElement?.id ?? '')?.title.en).toEqual({
      text: '<p>Changed there</p>',
    });
  });

  test('[I5] an upload whose response was lost is found and not repeated; one that never arrived is looked for first', async () => {
    const { remoteSide, served } = await connected();
    const proxy = new FaultProxy(served.url, () => chance);
    let chance = 0;
    const settling = process.env.TALEPORT_SETTLE_MS;
    process.env.TALEPORT_SETTLE_MS = '1';
    const localSide = await openSide();
    sides.push(localSide);
    try {
      // Faults of the proxy: the request never arrives, or its response does not.
      const lose = (fault: 'drop before' | 'drop after') => {
        let isOver = false;
        proxy.onRequest = (line) => {
          proxy.faultRate = !isOver && line.includes('/import') ? 1 : 0;
          isOver ||= line.includes('/import');
        };
        chance = (networkFaults.indexOf(fault) + 0.5) / networkFaults.length;
      };
      await localSide.ask('remote.add', { name: 'Team', url: await proxy.open(), key: { key: served.key } });
      const { hash, name } = await localSide.ask('project.create', { template: 'sample' });
      const countNamed = async () => (await remoteSide.ask('project.list', {})).filter((each) => each.name === name).length;
      const before = await countNamed();
      lose('drop before');
      await expect(localSide.ask('sync.upload', { remote: 'Team', hash })).rejects.toThrow(/isn’t in its list of projects yet/);
      expect([await countNamed(), await localSide.ask('sync.list', {})]).toEqual([before, []]);
      lose('drop after');
      const status = await localSide.ask('sync.upload', { remote: 'Team', hash });
      expect(await countNamed()).toBe(before + 1);
      await syncOnce(localSide, hash);
      expect(differences(await localSide.project(hash), await remoteSide.project(status.remoteHash))).toEqual([]);
    } finally {
      if (settling === undefined) delete process.env.TALEPORT_SETTLE_MS;
      else process.env.TALEPORT_SETTLE_MS = settling;
      await proxy.close();
    }
  });

  test('[G20] what the remote can never accept is rejected at its field, and only in synced projects', async () => {
    const { localSide, hash } = await connected();
    const { hash: own } = await localSide.ask('project.create', { template: 'sample' });
    await localSide.ask('sync.add', { remote: 'Team', hash });
    const locale = { do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: 'en' } } as const;
    await expect(localSide.send(hash, locale)).rejects.toMatchObject({
      json: { errors: { locales: expect.stringContaining('the project is synced') } },
    });
    const [variable] = [...(await localSide.project(hash)).recordsOfKind('variable')];
    const renaming = { do: 'change', kind: 'variable', id: variable?.id ?? '', fields: { name: 'other_name' } } as const;
    await expect(localSide.send(hash, renaming)).rejects.toMatchObject({ json: { errors: { name: expect.any(String) } } });
    await localSide.send(own, locale);
  });

  test('stopping sync keeps the local project or removes it; waiting changes are discarded only on request', async () => {
    const { localSide, remoteSide, hash } = await connected();
    await localSide.ask('sync.add', { remote: 'Team', hash });
    await expect(localSide.ask('sync.add', { remote: 'Team', hash })).rejects.toMatchObject({ code: 'conflict' });
    await localSide.send(hash, element(boardOf(await localSide.project(hash)), 'Waits'));
    await expect(localSide.ask('remote.remove', { name: 'Team' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(localSide.ask('sync.stop', { hash })).rejects.toThrow('1 unsent change');
    await localSide.ask('sync.stop', { hash, discard: true });
    expect(await localSide.ask('sync.list', {})).toEqual([]);
    expect((await localSide.ask('project.list', {})).map((each) => each.hash)).toContain(hash);
    // The project is now independent and keeps its hash, so the next copy gets another one.
    const again = await localSide.ask('sync.add', { remote: 'Team', hash });
    expect(again).toMatchObject({ remoteHash: hash });
    expect(again.hash).not.toBe(hash);
    await localSide.ask('project.remove', { hash: again.hash });
    expect(await localSide.ask('sync.list', {})).toEqual([]);
    expect((await remoteSide.ask('project.list', {})).map((each) => each.hash)).toContain(hash);
    await localSide.ask('remote.remove', { name: 'Team' });
  });

  test('a remote is probed before it is stored, and every error is at its field', async () => {
    const { localSide, served } = await connected();
    const refused = async (name: string, url: string, key: string) => {
      const errors = await localSide.ask('remote.add', { name, url, key: { key } }).then(
        () => ({}),
        (problem) => problem.json.errors as Record<string, string>,
      );
      return Object.keys(errors);
    };
    expect(await refused('team', served.url, served.key)).toEqual(['name']);
    expect(await refused('Other', 'http://example.com', served.key)).toEqual(['url']);
    expect(await refused('Other', 'no address', served.key)).toEqual(['url']);
    expect(await refused('Other', served.url, 'wrong')).toEqual(['key']);
    expect((await localSide.ask('remote.list', {})).map(({ name }) => name)).toEqual(['Team']);
  });

  test('[record.versions] a synced change is a version, and can be restored', async () => {
    const { localSide, remoteSide, hash } = await connected();
    await localSide.ask('sync.add', { remote: 'Team', hash });
    const [first] = [...(await localSide.project(hash)).recordsOfKind('element')];
    const id = first?.id ?? '';
    await remoteSide.send(hash, titled(id, 'Theirs'));
    await syncOnce(localSide, hash);
    const versions = await localSide.ask('record.versions', { hash, id });
    expect(versions.map(({ origin }) => origin)).toEqual(['remote', 'import']);
    await localSide.ask('record.restore', { hash, id, version: versions[1]?.version ?? 0 });
    await syncOnce(localSide, hash);
    expect((await remoteSide.project(hash)).get(id)?.title).toEqual(first?.title);
  });

  test('[G20] undo skips changes that the remote can never accept, and reports them', async () => {
    const { localSide } = await connected();
    const { hash } = await localSide.ask('project.create', { template: 'empty' });
    await localSide.send(hash, { do: 'addLocale', locale: { iso: 'fr', name: 'Français', base: 'en' } });
    const { remoteHash } = await localSide.ask('sync.upload', { remote: 'Team', hash });
    expect(remoteHash).not.toBe('');
    const { skipped } = await localSide.ask('project.undo', { hash });
    expect(skipped.map((each) => t(each))).toEqual([expect.stringContaining('its languages are managed in the workspace')]);
    expect((await localSide.project(hash)).projectRecord.locales.map(({ iso }) => iso)).toEqual(['en', 'fr']);
  });

  test('[Comments] a board removed on the remote is restored without its comments, one not yet removed there with them', async () => {
    const { localSide, remoteSide } = await connected();
    const { hash } = await remoteSide.ask('project.create', { template: 'tabletop-campaign-sample' });
    await localSide.ask('sync.add', { remote: 'Team', hash });
    await localSide.ask('sync.run', { hash });
    const [comment] = [...(await localSide.project(hash)).recordsOfKind('comment')];
    const board = String(comment?.boardId);
    await localSide.send(hash, { do: 'create', kind: 'board', fields: { name: 'Another' } });
    await localSide.send(hash, { do: 'remove', kind: 'board', id: board });
    expect((await localSide.ask('project.undo', { hash })).skipped).toEqual([]);
    expect((await localSide.project(hash)).has(comment?.id ?? '')).toBe(true);
    await localSide.ask('project.redo', { hash });
    await syncOnce(localSide, hash);
    const [removed] = (await localSide.ask('record.removed', { hash })).records;
    expect(removed).toMatchObject({ origin: 'user', record: { kind: 'board', id: board } });
    const { skipped } = await localSide.ask('record.restore', { hash, id: board });
    expect(skipped.map((each) => t(each))).toContainEqual(
      expect.stringContaining('it was deleted in the workspace and can’t be created there'),
    );
    // [G30] Texts that the API cannot express are held.
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'held', conflicts: 0, pending: 0, rejected: 0 });
    const localProject = await localSide.project(hash);
    expect([...localProject.recordsOfKind('board')].some(({ name }) => name === (removed?.record.name ?? ''))).toBe(true);
    expect(localProject.has(comment?.id ?? '')).toBe(false);
    // [G21] Content that the API can express in another way was sent; content that it cannot express is held.
    const remoteProject = await remoteSide.project(hash);
    const texts = [...remoteProject.recordsOfKind('element')].map(({ content }) => content.en?.text ?? '');
    expect(texts.filter((text) => text.includes('<code>') && !text.includes('<pre>'))).not.toEqual([]);
    const held = new Set((await localSide.ask('sync.held', { hash })).map(({ record }) => record));
    expect(differences(localProject, remoteProject).filter((each) => !held.has(each.split(' ')[1] ?? ''))).toEqual([]);
  });

  test('[G20] the loopback service accepts in a synced project what the remote accepts, and rejects the rest', async () => {
    const { localSide, remoteSide, hash } = await connected();
    await localSide.ask('sync.add', { remote: 'Team', hash });
    const own = await serve(localSide);
    const headers = { authorization: `Bearer ${own.key}`, accept: 'application/json', 'content-type': 'application/json' };
    const patch = (path: string, body: unknown) =>
      fetch(`${own.url}/api/v1/${hash}${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
    const [element] = [...(await localSide.project(hash)).recordsOfKind('element')];
    const path = `/element/${element?.id}`;
    const refused = await patch(path, { content: '<p><em>Rich</em></p>', title: { fr: 'Non' } });
    expect([refused.status, Object.keys(((await refused.json()) as { errors: object }).errors)]).toEqual([400, ['content']]);
    expect((await patch(path, { title: { fr: 'Non' } })).status).toBe(409);
    expect((await patch(path, { title: '<p>By a program</p>' })).status).toBe(200);
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0, conflicts: 0 });
    expect((await remoteSide.project(hash)).get(element?.id ?? '')?.title).toMatchObject({ en: { text: '<p>By a program</p>' } });
    expect(differences(await localSide.project(hash), await remoteSide.project(hash))).toEqual([]);
  });

  test('activity is listed in pages', async () => {
    const { localSide, remoteSide, hash, served } = await connected();
    await localSide.ask('sync.add', { remote: 'Team', hash });
    await remoteSide.ask('apiKey.change', { id: served.keyId, permissions: ['project:read'] });
    const [id = ''] = await localSide.send(hash, element(boardOf(await localSide.project(hash)), 'Not allowed'));
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'stopped', pending: 1 });
    await remoteSide.ask('apiKey.change', { id: served.keyId, permissions: ['project:read', 'project:write'] });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', pending: 0 });
    expect((await localSide.project(hash)).has(id)).toBe(false);
    const [newest, ...older] = await localSide.ask('sync.activity', { hash });
    expect(newest).toMatchObject({ direction: 'sent', result: 'done', kind: 'element' });
    expect(await localSide.ask('sync.activity', { hash, before: newest?.id ?? '' })).toEqual(older);
  });
});
