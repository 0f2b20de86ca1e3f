/** The activity of sync is announced as it happens, whatever the status is afterwards, and only then. */
import { afterEach, expect, test } from 'vitest';
import { HostedWorkspace } from './hosted-workspace.ts';

let h: HostedWorkspace | undefined;
afterEach(async () => {
  await h?.close();
  h = undefined;
});

test('what was sent and what was received is announced once each, and an idle poll is not', async () => {
  const hosted = await HostedWorkspace.open(5);
  h = hosted;
  const hash = await hosted.addSyncedProject('Busy', 1);
  await hosted.clock.advance(60_000);
  const announcedDuring = async (milliseconds: number): Promise<number> => {
    const before = hosted.events.length;
    await hosted.clock.advance(milliseconds);
    return hosted.events.slice(before).filter((event) => event.event === 'activity.changed' && event.hash === hash).length;
  };
  const entries = () => hosted.sync.activity(hash, undefined).length;
  const before = entries();
  hosted.edit(hash, 'From here');
  expect([(await announcedDuring(5000)) > 0, entries()]).toEqual([true, before + 1]);
  hosted.editRemote(hosted.status(hash).remoteHash, 'From there');
  expect([(await announcedDuring(60_000)) > 0, entries()]).toEqual([true, before + 2]);
  expect(await announcedDuring(600_000)).toBe(0);
});
