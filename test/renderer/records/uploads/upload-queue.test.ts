/** The upload queue: three files at once, batches in the order of the drop, cancelled, rejected and retried; with a real engine. */

import { expect, test } from 'vitest';
import type { AssetPosition, AssetPurpose } from '../../../../renderer/records/uploads/upload-commands.ts';
import { totalUploadProgress } from '../../../../renderer/records/uploads/upload-list.ts';
import { createUploadQueue } from '../../../../renderer/records/uploads/upload-queue.ts';
import type { StoredFile } from '../../../../shared/contracts/stored-file.ts';
import { type Message, message, verbatim } from '../../../../shared/messages/message.ts';
import { Problem } from '../../../../shared/problem.ts';
import { openAssetLibrary, storedOf } from '../assets/asset-library.ts';

/** An upload queue whose uploads the test completes or rejects one by one. */
function uploading() {
  const assetLibrary = openAssetLibrary();
  const open = new Map<string, { through: () => void; refuse: (why: Message) => void; progress: (part: number) => void }>();
  let most = 0;
  let sent = 0;
  let away = false;
  const { store, add, cancel, retry } = createUploadQueue({
    store: (_, { name }, { signal, progress }) =>
      new Promise<StoredFile>((resolve, reject) => {
        const end = (settle: () => void) => () => {
          open.delete(name);
          settle();
        };
        signal.addEventListener(
          'abort',
          end(() => reject(new Problem('cancelled', verbatim('Cancelled.')))),
        );
        open.set(name, {
          through: end(() => resolve(storedOf(name))),
          refuse: (why) => end(() => reject(new Problem('invalid', verbatim('no'), { errors: { file: why } })))(),
          progress,
        });
        most = Math.max(most, open.size);
      }),
    send: async (_, command) => {
      if (away) throw new Problem('store', verbatim('Away.'));
      sent++;
      return assetLibrary.send(command);
    },
    project: () => assetLibrary.project,
    newId: assetLibrary.environment.newId,
  });
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await Promise.resolve();
  };
  const drop = (paths: string[], where: { position?: AssetPosition; purpose?: AssetPurpose } = {}) =>
    add({
      hash: assetLibrary.hash,
      files: paths.map((path) => {
        const folders = path.split('/');
        return { file: new File(['x'], folders.pop() ?? ''), folders };
      }),
      position: where.position ?? { folder: assetLibrary.root },
      purpose: where.purpose ?? { for: 'assets' },
    });
  const state = () => store.getState();
  const idOfUpload = (name: string) => state().list.find((each) => each.name === name)?.id ?? '';
  const through = async (...names: string[]) => {
    for (const name of names) {
      open.get(name)?.through();
      await settle();
    }
  };
  return {
    ...assetLibrary,
    open,
    drop,
    cancel,
    again: retry,
    state,
    settle,
    through,
    idOfUpload,
    onChange: store.subscribe,
    most: () => most,
    sent: () => sent,
    refuseSends: (on: boolean) => {
      away = on;
    },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${String(at).padStart(3, '0')}.png`);

test('three files are uploaded at once, the others wait', async () => {
  const { drop, open, through, most, state, names } = uploading();
  drop(numbered(7));
  expect([...open.keys()]).toEqual(['000.png', '001.png', '002.png']);
  expect(state().list.filter(({ state }) => state === 'waiting')).toHaveLength(4);
  await through(...numbered(7));
  expect(most()).toBe(3);
  expect(state()).toEqual({ list: [], done: 7 });
  expect(names()).toEqual(numbered(7));
});

test('a batch that is rejected, and its retry, change the list once each', async () => {
  const { drop, through, again, state, refuseSends, onChange } = uploading();
  drop(numbered(30));
  await through(...numbered(29));
  refuseSends(true);
  const rejectedCounts: number[] = [];
  onChange(({ list }) => rejectedCounts.push(list.filter((each) => each.state === 'rejected').length));
  await through('029.png');
  expect([...new Set(rejectedCounts)]).toEqual([0, 30]);
  rejectedCounts.length = 0;
  again(state().list.map(({ id }) => id));
  expect([...new Set(rejectedCounts)]).toEqual([0]);
});

test('in whatever order uploads finish, their assets are in the order of the drop, in one undo step', async () => {
  const { drop, through, names, sent, engine, hash } = uploading();
  drop(['art/a.png', 'b.png', 'c.png']);
  await through('c.png', 'art/a.png', 'b.png', 'a.png');
  expect(names()).toEqual(['art', 'b.png', 'c.png']);
  expect(sent()).toBe(1);
  engine.undo(hash);
  expect(names()).toEqual([]);
});

test('many files are added in batches of fifty, one after the other', async () => {
  const { drop, through, names, sent, root, folder } = uploading();
  const first = folder('first');
  folder('last');
  const all = numbered(120);
  drop(all, { position: { folder: root, after: first } });
  for (let at = 0; at < all.length; at += 3) await through(...[at + 2, at + 1, at].map((each) => all[each] ?? ''));
  expect(names()).toEqual(['first', ...all, 'last']);
  expect(sent()).toBe(3);
});

test('a rejected file shows its reason, the others are added, and it can be retried into the same folder', async () => {
  const { drop, open, through, settle, again, state, names, idOf, idOfUpload } = uploading();
  drop(['art/a.png', 'art/b.png']);
  open.get('b.png')?.refuse(message('fault.file.tooLarge', { size: '400 MB' }));
  await settle();
  await through('a.png');
  expect(state().list).toMatchObject([
    { name: 'b.png', state: 'rejected', reason: 'The file is larger than 400 MB, the maximum size of a file.' },
  ]);
  again([idOfUpload('b.png')]);
  await through('b.png');
  expect(names()).toEqual(['art']);
  expect(names(idOf('art'))).toEqual(['a.png', 'b.png']);
  expect(state().list).toEqual([]);
});

test('a file that is retried while others of its batch are being uploaded is added once', async () => {
  const { drop, open, through, settle, again, names, state, idOfUpload } = uploading();
  drop(['a.png', 'b.png']);
  open.get('a.png')?.refuse(verbatim('broke off'));
  await settle();
  again([idOfUpload('a.png')]);
  await through('a.png');
  await through('b.png');
  expect(names().sort()).toEqual(['a.png', 'b.png']);
  expect(state().list).toEqual([]);
});

test('a cancelled upload leaves the list at once and blocks no other', async () => {
  const { drop, open, cancel, through, settle, names, state, idOfUpload } = uploading();
  drop(numbered(5));
  cancel([idOfUpload('001.png'), idOfUpload('004.png')]);
  await settle();
  expect([...open.keys()]).toEqual(['000.png', '002.png', '003.png']);
  await through('000.png', '002.png', '003.png');
  expect(names()).toEqual(['000.png', '002.png', '003.png']);
  expect(state()).toEqual({ list: [], done: 3 });
});

test('if all are cancelled, nothing remains and nothing is created', async () => {
  const { drop, cancel, settle, state, names, sent, open } = uploading();
  drop(numbered(5));
  cancel(state().list.map(({ id }) => id));
  await settle();
  expect(state().list).toEqual([]);
  expect(open.size).toBe(0);
  expect([names(), sent()]).toEqual([[], 0]);
});

test('the rejection of a batch is shown at its files, which are retried without being uploaded again', async () => {
  const { drop, through, again, settle, state, names, refuseSends, open } = uploading();
  refuseSends(true);
  drop(['art/a.png', 'art/b.png']);
  await through('a.png', 'b.png');
  expect(state().list.map(({ state, reason }) => [state, reason])).toEqual([
    ['rejected', 'Away.'],
    ['rejected', 'Away.'],
  ]);
  refuseSends(false);
  again(state().list.map(({ id }) => id));
  await settle();
  expect(open.size).toBe(0);
  expect(names()).toEqual(['art']);
  expect(state().list).toEqual([]);
});

test('rejected files do not count in the progress', async () => {
  const { drop, open, through, settle, state } = uploading();
  drop(['a.png', 'b.png', 'c.png', 'd.png']);
  expect(totalUploadProgress(state())).toBe(0);
  open.get('a.png')?.progress(0.5);
  expect(totalUploadProgress(state())).toBeCloseTo(0.11875);
  open.get('b.png')?.refuse(verbatim('no'));
  await settle();
  await through('a.png', 'c.png', 'd.png');
  expect(totalUploadProgress(state())).toBe(1);
});
