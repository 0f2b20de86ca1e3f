/** Reports: listed until the user has seen them, and all of them on request; what happens again is reported again. */
import { afterEach, describe, expect, test } from 'vitest';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { HostedWorkspace } from './hosted-workspace.ts';

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

describe('a report', { timeout: 60_000 }, () => {
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

  test('that was seen is listed again when the same happens again', async () => {
    const { hash, overwrite, sync } = await projectWithOverwrites();
    await overwrite('One');
    sync.markReportsSeen(sync.reports(hash).map(({ id }) => id));
    await overwrite('Two');
    expect(sync.reports(hash)).toMatchObject([{ reason: 'overwritten', title: 'Two', isSeen: false }]);
    expect(sync.reports(hash, 'all')).toHaveLength(1);
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

test('whoever lists the statuses and then shows every event ends with the right status', async () => {
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
