/** A disk that does not respond ends each operation, occupies no more than one, and stops no other target. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diskTimeLimits, limitDisk } from '../../../main/platform/time-limited-disk.ts';
import { message } from '../../../shared/messages/message.ts';
import { newFolder } from '../../new-folder.ts';
import { openBench, pathOf } from '../delivery/bench.ts';
import { FaultyDisk } from '../delivery/faulty-disk.ts';
import { gameProject, textAt } from '../delivery/game.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

/** Its folder does not respond while it is stuck. */
class StuckDisk extends FaultyDisk {
  #resumed = Promise.withResolvers<void>();
  stuckFolder: string | null = null;
  asked = 0;

  override identity = async (folder: string) => {
    if (folder !== this.stuckFolder) return `identity of ${folder}`;
    this.asked += 1;
    await this.#resumed.promise;
    return null;
  };

  resume(): void {
    this.stuckFolder = null;
    this.#resumed.resolve();
  }
}

test('an operation that gets no answer ends, and no other one is begun until it has ended', async () => {
  const stuck = new StuckDisk();
  const folder = newFolder();
  stuck.stuckFolder = folder;
  const disk = limitDisk(stuck);
  const identity = disk.identity(folder);
  vi.advanceTimersByTime(diskTimeLimits.operation);
  await expect(identity).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(disk.identity(folder)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(disk.kind(folder)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(stuck.asked).toBe(1);
  expect(await limitDisk(stuck).kind(folder)).toBe('folder');
  stuck.resume();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(await disk.kind(folder)).toBe('folder');
});

test('[Targets] a target whose folder does not respond is blocked, and the others are delivered', async () => {
  const disk = new StuckDisk();
  const bench = await openBench({ disk });
  const [stuck, other] = [gameProject('unity'), gameProject('unity')];
  const { id } = await bench.targets.add({ hash: 'castle', folder: stuck });
  await bench.targets.add({ hash: 'castle', folder: other });
  disk.stuckFolder = stuck;
  bench.story.text = 'Another text';
  bench.story.version += 1;
  const delivered = bench.until(({ event }) => event === 'target.delivered');
  const running = bench.targets.run({});
  running.catch(() => undefined);
  await delivered;
  expect(textAt(other, pathOf.unity)).toBe(bench.story.bytes());
  vi.advanceTimersByTime(diskTimeLimits.operation);
  await expect(running).rejects.toMatchObject({ text: message('targets.blocked.notResponding', { folder: stuck }) });
  disk.resume();
  await bench.targets.remove(id);
});
