/** [S9] Where version control leaves no trace of what it does, a folder is read when it stays as it is. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StabilityCheck } from '../../../../main/story-folder/link/stability-check.ts';
import { t } from '../../../../shared/messages/english.ts';
import { newFolder } from '../../../new-folder.ts';
import { ManualTimer } from '../../delivery/manual-timer.ts';
import { storyWithBoards } from '../two-sides.ts';
import { Computer } from './computers.ts';

const listing = (stamps: Readonly<Record<string, string>>) => ({
  stats: new Map(
    Object.entries(stamps).map(([path, stamp]) => [path, { isFile: true, size: 1, stamp, isWritable: true, mode: 0o644 }] as const),
  ),
});

test('[S9] a folder is quiet when no file has changed, come or gone for a second, and it is asked for again then', () => {
  const timer = new ManualTimer();
  let asked = 0;
  const quiet = new StabilityCheck(timer, () => asked++);
  const files = { a: '1', b: '1' };
  for (const next of [files, { ...files, b: '2' }, { ...files, c: '1' }, { a: '1' }]) {
    expect(quiet.isStable(listing(next))).toBe(false);
    timer.pass(999);
    expect([quiet.isStable(listing(next)), asked]).toEqual([false, 0]);
  }
  timer.pass(1);
  expect([quiet.isStable(listing({ a: '1' })), asked]).toEqual([true, 1]);
  quiet.stop();
  expect(quiet.isStable(listing({ a: '1' }))).toBe(false);
  quiet.stop();
  timer.pass(5000);
  expect(asked).toBe(1);
});

/** A computer whose folder follows a timer, in a place with these folders. */
async function following(...folders: readonly string[]) {
  const timer = new ManualTimer();
  const computer = new Computer(1, null, { mode: 'live', timer });
  onTestFinished(() => computer.close());
  const place = newFolder();
  for (const name of folders) mkdirSync(join(place, name));
  const folder = join(place, 'story');
  await computer.link(storyWithBoards(1, 4), folder);
  const files = readdirSync(join(folder, 'boards'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /element[^/\\]*\.yaml$/.test(name))
    .map((name) => join(folder, 'boards', name));
  const change = (at: number) => {
    const file = files[at] ?? expect.fail();
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ {2}x: \d+/, '  x: 999'));
  };
  const sentence = () => t(computer.folders.list()[0]?.sentence ?? expect.fail());
  const changedCount = () => [...computer.story.recordsOfKind('element')].filter(({ x }) => x === 999).length;
  return { timer, computer, place, change, sentence, changedCount };
}

const stillChanging = 'Files in this folder are still changing.';

describe('[S9] an update by version control that has no lock', () => {
  test('is not read by half when the window gets the focus, nor when the program ends', async () => {
    const { timer, computer, change, sentence, changedCount } = await following();
    change(0);
    computer.folders.noticeChanges();
    await expect
      .poll(() => {
        timer.pass(100);
        return sentence();
      })
      .toContain(stillChanging);
    expect(changedCount()).toBe(0);
    const [{ id } = expect.fail()] = computer.story.recordsOfKind('element');
    computer.change(id, { title: '<p>The last words</p>' });
    const { engine, hash } = computer;
    await computer.folders.close();
    expect([...engine.getProject(hash).recordsOfKind('element')].filter(({ x }) => x === 999)).toEqual([]);
  });

  test('arrives as one step when it has ended, which is undone as one', async () => {
    const { timer, computer, change, sentence, changedCount } = await following();
    change(0);
    await expect
      .poll(() => {
        timer.pass(1000);
        return sentence();
      })
      .toContain(stillChanging);
    change(1);
    await expect
      .poll(() => {
        timer.pass(1000);
        return changedCount();
      })
      .toBe(2);
    computer.engine.undo(computer.hash);
    expect(changedCount()).toBe(0);
  });

  test('does not keep a folder from being read on request', async () => {
    const { computer, change, changedCount } = await following();
    change(0);
    expect((await computer.sync()).state).toBe('idle');
    expect(changedCount()).toBe(1);
  });
});

test('[S9] git has a lock, so that its changes are read at once', async () => {
  const { timer, computer, change, changedCount } = await following('.git');
  change(0);
  await expect
    .poll(() => {
      timer.pass(1000);
      return changedCount();
    })
    .toBe(1);
  const sentences = computer.events.flatMap((event) => (event.event === 'folder.changed' ? [t(event.folder.sentence)] : []));
  expect(sentences.filter((each) => each.includes(stillChanging))).toEqual([]);
});

test('[S9] nothing is read or written during a merge of Plastic', async () => {
  const { computer, place, change, changedCount } = await following('.plastic');
  const file = join(place, '.plastic', 'plastic.mergeprogress');
  writeFileSync(file, 'Target: mount:1#/#story@server merged from: Merge 4');
  change(0);
  expect(t((await computer.sync()).sentence)).toContain('A merge is in progress in Plastic');
  expect(changedCount()).toBe(0);
  rmSync(file);
  expect((await computer.sync()).state).toBe('idle');
  expect(changedCount()).toBe(1);
});
