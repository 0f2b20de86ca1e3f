/** Reports: listed until the user has seen them, and all of them on request; what happens again is reported again. */
import { afterEach, describe, expect, test } from 'vitest';
import { t } from '../../../../shared/messages/english.ts';
import { verbatim } from '../../../../shared/messages/message.ts';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { runCommand } from './command-line.ts';
import { HostedWorkspace } from './hosted-workspace.ts';
import type { Side } from './two-workspaces.ts';

const open: HostedWorkspace[] = [];
afterEach(async () => {
  for (const hosted of open.splice(0)) await hosted.close();
});

const minute = 60_000;

/** A project with an element that both sides write at the same time, in different fields. */
async function projectWithOverwrites() {
  const hosted = await HostedWorkspace.open(10);
  open.push(hosted);
  const hash = await hosted.addSyncedProject();
  await hosted.clock.advance(minute);
  hosted.edit(hash, 'Element');
  await hosted.clock.advance(minute);
  const remoteId = [...hosted.remote.engine.getProject(hash).recordsOfKind('element')][0]?.id ?? '';
  const overwrite = async (text: string) => {
    // An element has both fields.
    const change = (fields: object) => ({ do: 'change', kind: 'element', id: remoteId, fields }) as SingleCommand;
    hosted.onRequest = (request) => {
      if (!request.startsWith('PATCH')) return;
      hosted.onRequest = () => undefined;
      hosted.remote.engine.execute(hash, change({ content: { en: { text: `<p>${text}</p>` } } }), 'user');
    };
    hosted.localEngine.execute(hash, change({ title: { en: { text: `<p>${text}</p>` } } }), 'user');
    await hosted.clock.advance(minute);
  };
  return { hosted, hash, remoteId, overwrite, sync: hosted.sync };
}

describe('a report', () => {
  test('is listed until it is marked as seen; all reports are listed on request', async () => {
    const { hash, remoteId, overwrite, sync } = await projectWithOverwrites();
    await overwrite('One');
    const [report] = sync.reports(hash);
    expect(report).toMatchObject({ reason: 'overwritten', record: remoteId, kind: 'element', title: 'One', isSeen: false });
    expect(report).toMatchObject({
      localValue: { title: { en: { text: '<p>One</p>' } } },
      remoteValue: { title: { en: { text: '<p>Element</p>' } } },
    });
    sync.markReportsSeen([report?.id ?? '']);
    expect(sync.reports(hash)).toEqual([]);
    expect(sync.reports(hash, 'all')).toEqual([{ ...report, isSeen: true }]);
  });

  test('names the fields with the values before and after, and where the record is', async () => {
    const { hosted, hash, overwrite } = await projectWithOverwrites();
    await overwrite('One');
    const [report] = hosted.sync.reports(hash);
    expect(report).toMatchObject({
      location: [expect.any(String)],
      values: [{ field: 'title', locale: 'en', base: '<p>Element</p>', local: '<p>One</p>', remote: null }],
    });
    // The command makes this one call and uses nothing else of a side.
    const { code, out } = await runCommand(
      { ask: async () => hosted.sync.reports(hash, 'all'), parts: {} } as unknown as Side,
      'sync',
      'reports',
    );
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.replace(/\s+/g, ' '))).toEqual([
      t(report?.message ?? verbatim('')),
      expect.stringMatching(/^Time \d{4}-/),
      `Project ${hash}`,
      'Item the element “One”',
      `In ${report?.location.join(' › ')}`,
      'Field Title (English)',
      'Original Element',
      'Mine One',
    ]);
  });

  test('about an overwritten value puts it back, as an edit that can be undone and is sent', async () => {
    const { hosted, hash, remoteId, overwrite, sync } = await projectWithOverwrites();
    await overwrite('One');
    const [report] = sync.reports(hash);
    expect(report?.canRestore).toBe(true);
    const titles = () =>
      [hosted.localEngine, hosted.remote.engine].map((engine) => engine.getProject(hash).find('element', remoteId)?.title.en?.text);
    sync.restoreOverwritten(report?.id ?? '');
    expect(sync.reports(hash)).toEqual([]);
    await hosted.clock.advance(minute);
    expect(titles()).toEqual(['<p>Element</p>', '<p>Element</p>']);
    expect(hosted.remote.engine.getProject(hash).find('element', remoteId)?.content.en?.text).toBe('<p>One</p>');
    expect(sync.reports(hash, 'all')).toMatchObject([{ canRestore: false }]);
    expect(() => sync.restoreOverwritten(report?.id ?? '')).toThrow(expect.objectContaining({ code: 'notFound' }));
    hosted.localEngine.undo(hash);
    await hosted.clock.advance(minute);
    expect(titles()).toEqual(['<p>One</p>', '<p>One</p>']);
  });

  test('about an overwritten value does not replace a later one of somebody else', async () => {
    const { hosted, hash, remoteId, overwrite, sync } = await projectWithOverwrites();
    await overwrite('One');
    const fields = { title: { en: { text: '<p>Theirs</p>' } } };
    hosted.remote.engine.execute(hash, { do: 'change', kind: 'element', id: remoteId, fields } as SingleCommand, 'user');
    await hosted.clock.advance(minute);
    expect(hosted.localEngine.getProject(hash).find('element', remoteId)?.title.en?.text).toBe('<p>Theirs</p>');
    const [report] = sync.reports(hash);
    expect(report?.canRestore).toBe(false);
    expect(() => sync.restoreOverwritten(report?.id ?? '')).toThrow(expect.objectContaining({ code: 'notFound' }));
  });

  test('[I4] keeps the value before each overwrite: the earliest and every later one can be put back', async () => {
    const { hosted, hash, remoteId, overwrite, sync } = await projectWithOverwrites();
    for (const text of ['One', 'Two', 'Three']) await overwrite(text);
    const reports = sync.reports(hash);
    expect(reports.map(({ values, canRestore }) => [values[0]?.base, values[0]?.local, canRestore])).toEqual([
      ['<p>Element</p>', '<p>One</p>', true],
      ['<p>One</p>', '<p>Two</p>', true],
      ['<p>Two</p>', '<p>Three</p>', true],
    ]);
    const titles = () =>
      [hosted.localEngine, hosted.remote.engine].map((engine) => engine.getProject(hash).find('element', remoteId)?.title.en?.text);
    sync.restoreOverwritten(reports[0]?.id ?? '');
    await hosted.clock.advance(minute);
    expect(titles()).toEqual(['<p>Element</p>', '<p>Element</p>']);
    hosted.localEngine.undo(hash);
    sync.restoreOverwritten(reports[1]?.id ?? '');
    await hosted.clock.advance(minute);
    expect(titles()).toEqual(['<p>One</p>', '<p>One</p>']);
    expect(sync.reports(hash, 'all').map(({ isSeen, canRestore }) => [isSeen, canRestore])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  test('about an overwritten value is one of at most ten of its record: the earliest and the latest stay', async () => {
    const { hash, overwrite, sync } = await projectWithOverwrites();
    for (let count = 1; count <= 12; count++) await overwrite(`Title ${count}`);
    expect(sync.reports(hash).map(({ values }) => values[0]?.base)).toEqual([
      '<p>Element</p>',
      ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((count) => `<p>Title ${count}</p>`),
    ]);
  });

  test('that was seen stays seen when the same happens again, which is reported by itself', async () => {
    const { hash, overwrite, sync } = await projectWithOverwrites();
    await overwrite('One');
    sync.markReportsSeen(sync.reports(hash).map(({ id }) => id));
    await overwrite('Two');
    expect(sync.reports(hash)).toMatchObject([{ reason: 'overwritten', title: 'Two', isSeen: false }]);
    expect(sync.reports(hash, 'all')).toMatchObject([{ isSeen: true }, { isSeen: false }]);
  });

  test('that was seen is still known after a restart', async () => {
    const { hosted, hash, overwrite } = await projectWithOverwrites();
    await overwrite('One');
    hosted.sync.markReportsSeen(hosted.sync.reports(hash).map(({ id }) => id));
    await hosted.restart();
    expect(hosted.sync.reports(hash)).toEqual([]);
    expect(hosted.sync.reports(hash, 'all')).toMatchObject([{ reason: 'overwritten', isSeen: true }]);
  });
});

test('listing the statuses and then applying every event leads to the right status', async () => {
  const { hosted, hash } = await projectWithOverwrites();
  hosted.sync.pause(hash, null);
  await hosted.clock.advance(minute);
  const before = hosted.status(hash);
  expect(before).toMatchObject({ state: 'paused', pending: 0 });
  const id = hosted.edit(hash, 'Made and deleted');
  let [shown] = hosted.sync.list();
  expect(shown).toMatchObject({ state: 'paused', pending: 1 });
  hosted.events.length = 0;
  hosted.localEngine.execute(hash, { do: 'remove', kind: 'element', id }, 'user');
  await hosted.clock.advance(minute);
  for (const event of hosted.events) if (event.event === 'sync.changed') shown = event.status;
  expect(shown).toMatchObject({ state: 'paused', pending: 0 });
});
