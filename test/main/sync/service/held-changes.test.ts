/** [G30] Held changes, over HTTP: listed with their reason, kept through restarts, exported, merged, sent simplified on request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { runCommand } from './command-line.ts';
import { createTemporarySides } from './temporary-sides.ts';
import { boardOf, element, type Side, serve, syncOnce } from './two-workspaces.ts';

const sides = createTemporarySides();

const first = '<p>One</p><p>Two</p><p>Three</p>';

/** A synced project with an element, and a component that texts can mention. */
async function synced() {
  const folder = sides.createFolder();
  const remoteSide = await sides.open();
  const localSide = await sides.open(folder);
  const { hash } = await remoteSide.ask('project.create', { template: 'empty' });
  const board = boardOf(await remoteSide.project(hash));
  const [id = ''] = await remoteSide.send(hash, element(board, 'Door'));
  const [component = ''] = await remoteSide.send(hash, { do: 'create', kind: 'component', fields: { name: { en: 'Hanne' } } });
  await remoteSide.send(hash, write(id, first));
  const { url, key } = await serve(remoteSide);
  await localSide.ask('remote.add', { name: 'Team', url, key: { key } });
  await localSide.ask('sync.add', { remote: 'Team', hash });
  const mention = `<span class="mention mention-component" data-type="component" data-id="${component}" data-label="Hanne">@Hanne</span>`;
  const restart = async (side: Side): Promise<Side> => {
    await sides.close(side);
    const next = await sides.open(folder);
    await next.ask('remote.change', { name: 'Team', key: { key } });
    return next;
  };
  return { remoteSide, localSide, hash, board, id, mention, restart };
}

const write = (id: string, content: string) => ({ do: 'change', kind: 'element', id, fields: { content: { en: content } } }) as const;
const contentOf = async (side: Side, hash: string, id: string) => (await side.project(hash)).find('element', id)?.content.en?.text;
const heldIn = async ({ ask }: Side, hash: string) =>
  (await ask('sync.held', { hash })).map(({ title, field, locale, reason }) => `${title} ${field}/${locale}: ${t(reason)}`);

describe('records with held texts', () => {
  test('[G30, I26] that are created again in the workspace get all words of these texts, and here they stay held', async () => {
    const { remoteSide, localSide, hash, id, mention } = await synced();
    await remoteSide.send(hash, write(id, `<p>${mention} waits</p><p>Two</p>`));
    await syncOnce(localSide, hash);
    await localSide.send(hash, { do: 'remove', kind: 'element', id });
    await syncOnce(localSide, hash);
    expect((await remoteSide.project(hash)).has(id)).toBe(false);
    await localSide.ask('project.undo', { hash });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'held', held: 1, pending: 0 });
    const [restored] = [...(await remoteSide.project(hash)).recordsOfKind('element')].filter(
      ({ title }) => title.en?.text === '<p>Door</p>',
    );
    expect(restored?.content.en?.text).toBe('<p>@Hanne waits</p><p>Two</p>');
    expect(await contentOf(localSide, hash, restored?.id ?? '')).toContain('data-type="component"');

    // The same where somebody else has deleted it, and it is to be kept as it is here.
    await localSide.send(hash, write(restored?.id ?? '', `<p>${mention} goes</p>`));
    await syncOnce(localSide, hash);
    await remoteSide.send(hash, { do: 'remove', kind: 'element', id: restored?.id ?? '' });
    expect(await syncOnce(localSide, hash)).toMatchObject({ conflicts: 1 });
    const [conflict] = await localSide.ask('conflict.list', { hash });
    await localSide.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'local' } });
    expect(await syncOnce(localSide, hash)).toMatchObject({ held: 1, conflicts: 0 });
    const texts = [...(await remoteSide.project(hash)).recordsOfKind('element')].map(({ content }) => content.en?.text);
    expect(texts).toContain('<p>@Hanne goes</p>');
  });
});

describe('changes that are held', () => {
  test('[G30, I27, I28] are accepted, listed with their reason, counted in the status, and keep every exit closed', async () => {
    const { remoteSide, localSide, hash, id, mention } = await synced();
    await localSide.send(hash, write(id, `<p>${mention} said<br>nothing</p>`));
    expect(await localSide.ask('sync.localOnly', { hash })).toMatchObject([{ reason: 'held', change: 'changed', record: id }]);
    const status = await syncOnce(localSide, hash);
    expect(status).toMatchObject({ state: 'held', held: 1, pending: 0, rejected: 0, conflicts: 0, reports: 0 });
    expect(t(status.message)).toBe('Up to date except 1 change kept here, because the API of Team doesn’t accept its formatting.');
    expect(await heldIn(localSide, hash)).toEqual(['Door content/en: Team can’t store mentions or line breaks through its API.']);
    expect(await localSide.ask('sync.held', { hash })).toMatchObject([
      {
        local: `<p>${mention} said<br>nothing</p>`,
        remote: first,
        simplified: '<p>@Hanne said</p><p>nothing</p>',
        location: [expect.any(String)],
      },
    ]);
    await expect(localSide.ask('sync.stop', { hash, keep: false })).rejects.toThrow('1 change kept here');
    expect(await contentOf(remoteSide, hash, id)).toBe(first);
    // No file of the user may be in a data folder.
    const file = join(sides.createFolder(), 'story.json');
    await localSide.ask('project.export', { hash, file, options: { format: 'json' } });
    expect(readFileSync(file, 'utf8')).toContain('@Hanne');
  });

  test('[G30, I8] survive a restart, merge what the remote changes elsewhere in the text, and conflict where both changed the same', async () => {
    const { remoteSide, localSide, hash, id, mention, restart } = await synced();
    await localSide.send(hash, write(id, `<p>One</p><p>Two</p><p>${mention}</p>`));
    await syncOnce(localSide, hash);
    const next = await restart(localSide);
    expect(await next.ask('sync.list', {})).toMatchObject([{ held: 1, pending: 0 }]);
    await remoteSide.send(hash, write(id, '<p>One, changed</p><p>Two</p><p>Three</p>'));
    expect(await syncOnce(next, hash)).toMatchObject({ state: 'held', held: 1, conflicts: 0 });
    const merged = `<p>One, changed</p><p>Two</p><p>${mention}</p>`;
    expect(await contentOf(next, hash, id)).toBe(merged);
    await remoteSide.send(hash, write(id, '<p>One, changed</p><p>Two</p><p>Three, too</p>'));
    expect(await syncOnce(next, hash)).toMatchObject({ state: 'attention', held: 0, conflicts: 1 });
    const [conflict] = await next.ask('conflict.list', { hash });
    expect(conflict?.choices.local && t(conflict.choices.local)).toContain('doesn’t accept the formatting of yours');
    await next.ask('conflict.resolve', { ids: [conflict?.id ?? ''], resolution: { choice: 'local' } });
    expect(await syncOnce(next, hash)).toMatchObject({ state: 'held', held: 1, conflicts: 0 });
    expect([await contentOf(next, hash, id), await contentOf(remoteSide, hash, id)]).toEqual([
      merged,
      '<p>One, changed</p><p>Two</p><p>Three, too</p>',
    ]);
  });

  test('[G30] are sent simplified on request, one or all, in one step that can be undone', async () => {
    const { remoteSide, localSide, hash, board, id, mention } = await synced();
    await localSide.send(hash, write(id, `<p>${mention}</p>`));
    const [note = ''] = await localSide.send(hash, {
      do: 'create',
      kind: 'note',
      fields: { boardId: board, x: 0, y: 0, content: '<p>a<br>b</p>' },
    });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'held', held: 2 });
    const ids = (await localSide.ask('sync.held', { hash })).map((each) => each.id);
    await expect(localSide.ask('sync.sendSimplified', { hash, ids: [...ids, 'unknown'] })).rejects.toMatchObject({ code: 'notFound' });
    await localSide.ask('sync.sendSimplified', { hash, ids });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', held: 0, pending: 0 });
    expect(await contentOf(remoteSide, hash, id)).toBe('<p>@Hanne</p>');
    const notes = [...(await remoteSide.project(hash)).recordsOfKind('note')].map(({ content }) => content);
    expect([notes, (await localSide.project(hash)).has(note)]).toEqual([['<p>a</p><p>b</p>'], false]);
    await localSide.ask('project.undo', { hash });
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'held', held: 2 });
    expect(await contentOf(localSide, hash, id)).toBe(`<p>${mention}</p>`);
    expect(await contentOf(remoteSide, hash, id)).toBe('<p>@Hanne</p>');
  });

  test('[G30] the command line lists them and sends them simplified', async () => {
    const { remoteSide, localSide, hash, id, mention } = await synced();
    await localSide.send(hash, { ...write(id, '<p>a<br>b</p>'), fields: { content: { en: '<p>a<br>b</p>' }, title: `<p>${mention}</p>` } });
    await syncOnce(localSide, hash);
    const shown = await runCommand(localSide, 'sync', 'held', hash);
    for (const part of ['element “@Hanne”', 'line breaks', '<p>a<br>b</p>', first, '<p>a</p><p>b</p>', `${id}#content/en`])
      expect(shown.out).toContain(part);
    const listed = JSON.parse((await runCommand(localSide, 'sync', 'held', hash, '--json')).out) as { id: string }[];
    expect(listed).toMatchObject([
      {
        id: `${id}#title/en`,
        hash,
        kind: 'element',
        record: id,
        field: 'title',
        locale: 'en',
        simplified: '<p>@Hanne</p>',
      },
      { id: `${id}#content/en` },
    ]);
    expect(Object.values(listed[1] ?? {})).toEqual(expect.arrayContaining(['<p>a<br>b</p>', first, '<p>a</p><p>b</p>']));
    expect((await runCommand(localSide, 'sync', 'status', hash, '--json')).out).toContain('"held":2');
    expect((await runCommand(localSide, 'sync', 'send-simplified', hash)).code).toBe(2);
    expect((await runCommand(localSide, 'sync', 'send-simplified', hash, 'unknown')).code).toBe(1);
    expect((await runCommand(localSide, 'sync', 'send-simplified', hash, listed[1]?.id ?? '')).out).toContain('1 change simplified');
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'held', held: 1 });
    expect((await runCommand(localSide, 'sync', 'send-simplified', hash, '--all', '--json')).out).toBe(
      JSON.stringify([{ id: `${id}#title/en` }]),
    );
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', held: 0 });
    expect((await remoteSide.project(hash)).get(id)).toMatchObject({ title: { en: { text: '<p>@Hanne</p>' } } });
    expect((await runCommand(localSide, 'sync', 'held', hash)).out).toContain('No changes are kept here.');
  });

  test('[G30] the loopback service accepts writes to a text that is held, with the specified reply', async () => {
    const { remoteSide, localSide, hash, id, mention } = await synced();
    await localSide.send(hash, write(id, `<p>${mention}</p>`));
    await syncOnce(localSide, hash);
    const own = await serve(localSide);
    const headers = { authorization: `Bearer ${own.key}`, accept: 'application/json', 'content-type': 'application/json' };
    const body = JSON.stringify({ content: { en: { text: '<p>By a program</p>' } } });
    const response = await fetch(`${own.url}/api/v1/${hash}/element/${id}`, { method: 'PATCH', headers, body });
    expect([response.status, Object.keys((await response.json()) as object).sort()]).toEqual([
      200,
      ['newVersion', 'version', 'versionTime'],
    ]);
    expect(await syncOnce(localSide, hash)).toMatchObject({ state: 'synced', held: 0 });
    expect(await contentOf(remoteSide, hash, id)).toBe('<p>By a program</p>');
  });
});
