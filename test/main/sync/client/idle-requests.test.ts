/** [I16] When nothing changes, a poll is one request: under every kind of open conflict, held or rejected change, and after a restart too. */
import { afterEach, describe, expect, test } from 'vitest';
import type { MergeConflictReason } from '../../../../main/sync/plan/merge-conflict.ts';
import { png } from '../../../media-files.ts';
import { createEmptyStory } from '../../../story-builder.ts';
import { createTestEnvironment } from '../../../test-environment.ts';
import type { SyncedFixture } from './synced-fixture.ts';
import { openSyncedFixtures } from './synced-fixtures.ts';

const fixtures = openSyncedFixtures();
afterEach(() => {
  fixtures.served.around = (_request, pass) => pass();
});

/** Brings a project with one board into the situation. */
type Situation = (synced: SyncedFixture, boardId: string) => void | Promise<void>;

const noteAt = (boardId: string, x: number, content = '<p>Note.</p>') =>
  ({ do: 'create', kind: 'note', fields: { boardId, x, y: 0, content } }) as const;
const noteWith = (id: string, content: string) => ({ do: 'change', kind: 'note', id, fields: { content } }) as const;
const problem = (status: number) => Response.json({ title: 'No', status, detail: null, errors: {}, errorCode: 1 }, { status });

/** A note that both sides have. */
async function agreedNote(synced: SyncedFixture, boardId: string): Promise<string> {
  const [id = ''] = synced.edit('remote', noteAt(boardId, 0));
  await synced.untilSynced();
  return id;
}

async function agreedAsset(synced: SyncedFixture): Promise<string> {
  const file = await synced.store('remote', png(2, 2, 'agreed'), 'door.png');
  const [id = ''] = synced.edit('remote', { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
  await synced.untilSynced();
  return id;
}

async function replaceFile(synced: SyncedFixture, side: 'local' | 'remote', id: string): Promise<void> {
  const file = await synced.store(side, png(2, 2, side), 'door.png');
  synced.edit(side, { do: 'change', kind: 'asset', id, fields: { file } });
}

/** The next create is answered with 502; `isApplied`: the remote applies it all the same. */
function loseNextCreate(isApplied: boolean, meanwhile: () => void = () => undefined): void {
  fixtures.served.around = async (request, pass) => {
    if (request.method !== 'POST') return await pass();
    fixtures.served.around = (_request, passOn) => passOn();
    if (isApplied) await pass();
    meanwhile();
    return new Response('Bad gateway', { status: 502 });
  };
}

/** An element whose create may have arrived, with an attribute that waits for it. */
async function unconfirmedElement(synced: SyncedFixture, boardId: string): Promise<void> {
  await agreedNote(synced, boardId);
  loseNextCreate(false, () => synced.edit('remote', noteAt(boardId, 300)));
  const [cId = ''] = synced.edit('local', { do: 'create', kind: 'element', fields: { boardId, x: 5, y: 5 } });
  const value = { type: 'string', plain: true, data: 'calm' } as const;
  synced.edit('local', { do: 'create', kind: 'attribute', fields: { cId, cType: 'elements', name: 'mood', value } });
  await synced.untilSynced();
}

const conflicts: Readonly<Record<MergeConflictReason, Situation>> = {
  async bothChanged(synced, boardId) {
    const id = await agreedNote(synced, boardId);
    synced.edit('local', noteWith(id, '<p>Mine.</p>'));
    synced.edit('remote', noteWith(id, '<p>Theirs.</p>'));
  },
  async deletedRemotely(synced, boardId) {
    const id = await agreedNote(synced, boardId);
    synced.edit('local', noteWith(id, '<p>Mine.</p>'));
    synced.edit('remote', { do: 'remove', kind: 'note', id });
  },
  async deletedLocally(synced, boardId) {
    const id = await agreedNote(synced, boardId);
    synced.edit('local', { do: 'remove', kind: 'note', id });
    synced.edit('remote', noteWith(id, '<p>Theirs.</p>'));
  },
  async movedDifferently(synced) {
    const parentId = synced.remoteProject.projectRecord.roots.board;
    const folder = (name: string) =>
      synced.edit('remote', { do: 'create', kind: 'board', fields: { type: 'folder', name, parentId } })[0] ?? '';
    const [one, two, moved] = [folder('One'), folder('Two'), folder('Moved')];
    await synced.untilSynced();
    synced.edit('local', { do: 'move', kind: 'board', id: moved, to: one, at: 0 });
    synced.edit('remote', { do: 'move', kind: 'board', id: moved, to: two, at: 0 });
  },
  async displaced(synced, boardId) {
    const [element = ''] = synced.edit('remote', { do: 'create', kind: 'element', fields: { boardId, x: 5, y: 5 } });
    await synced.untilSynced();
    synced.edit('local', { do: 'change', kind: 'element', id: element, fields: { title: { de: { text: '<p>Hallo.</p>' } } } });
    // No request changes the languages: somebody does in the workspace itself.
    fixtures.served.fakeRemote.engine.execute(synced.remoteHash, { do: 'removeLocale', iso: 'de' }, 'user');
  },
  async lastBoard(synced, boardId) {
    const parentId = synced.remoteProject.projectRecord.roots.board;
    const [other = ''] = synced.edit('remote', { do: 'create', kind: 'board', fields: { name: 'Other', parentId } });
    await synced.untilSynced();
    synced.edit('local', { do: 'remove', kind: 'board', id: boardId });
    synced.edit('remote', { do: 'remove', kind: 'board', id: other });
  },
  unconfirmedCreate: unconfirmedElement,
  async duplicateCreate(synced, boardId) {
    loseNextCreate(true);
    synced.edit('local', noteAt(boardId, 400));
    await synced.untilSynced();
    synced.edit('remote', noteAt(boardId, 400));
  },
  async disappeared(synced, boardId) {
    const [first = '', ...others] = Array.from({ length: 25 }, (_, at) => synced.edit('remote', noteAt(boardId, at))[0] ?? '');
    await synced.untilSynced();
    for (const id of others) synced.edit('remote', { do: 'remove', kind: 'note', id });
    synced.edit('remote', noteWith(first, '<p>Theirs.</p>'));
  },
  async renamed(synced) {
    synced.edit('remote', { do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    synced.edit('local', { do: 'create', kind: 'component', fields: { name: 'Zoe' } });
    await synced.untilSynced();
  },
};

/** Each with what shows that the project is in the situation. */
const others: Readonly<Record<string, readonly [arrange: Situation, evidence: (synced: SyncedFixture) => number]>> = {
  'a file that both sides replaced': [
    async (synced) => {
      const id = await agreedAsset(synced);
      await replaceFile(synced, 'local', id);
      await replaceFile(synced, 'remote', id);
      synced.clock.now += 3_600_000;
    },
    ({ files }) => files.conflicts.length,
  ],
  'a file that the remote rejects': [
    async (synced) => {
      fixtures.served.around = async (request, pass) => (request.url.endsWith('/upload') ? problem(400) : await pass());
      const file = await synced.store('local', png(2, 2, 'local'), 'door.png');
      synced.edit('local', { do: 'create', kind: 'asset', fields: { name: 'door.png', type: 'image', file } });
    },
    ({ files }) => files.rejected.size,
  ],
  'a create that the user lets wait, and what depends on it': [
    async (synced, boardId) => {
      await unconfirmedElement(synced, boardId);
      for (const conflict of synced.conflicts) synced.answer(conflict, 'remote');
    },
    ({ conflicts: open, runner }) => open.filter(({ isPostponed }) => isPostponed === true).length * runner.waitingCount,
  ],
  'a text that is held': [
    async (synced, boardId) => {
      const id = await agreedNote(synced, boardId);
      synced.edit('local', noteWith(id, '<p><em>Held.</em></p>'));
    },
    ({ runner }) => runner.localChanges().held.length,
  ],
  'a held text that the remote has changed too': [
    async (synced, boardId) => {
      const id = await agreedNote(synced, boardId);
      synced.edit('local', noteWith(id, '<p><em>Held.</em></p>'));
      await synced.untilSynced();
      synced.edit('remote', noteWith(id, '<p>Theirs.</p>'));
    },
    ({ conflicts: open }) => open.length,
  ],
  'an attribute that is held as a whole': [
    (synced, boardId) => {
      const value = { type: 'string', plain: false, data: '<p><em>Held.</em></p>' } as const;
      synced.edit('local', { do: 'create', kind: 'attribute', fields: { cId: boardId, cType: 'boards', name: 'mood', value } });
    },
    ({ runner }) => runner.localChanges().held.length,
  ],
  'a change that the remote rejects': [
    async (synced, boardId) => {
      const id = await agreedNote(synced, boardId);
      fixtures.served.around = async (request, pass) => (request.method === 'PATCH' ? problem(400) : await pass());
      synced.edit('local', noteWith(id, '<p>Rejected.</p>'));
    },
    ({ runner }) => runner.rejectedWrites.length,
  ],
  'a record of the remote that is invalid here': [
    async (synced, boardId) => {
      const id = await agreedNote(synced, boardId);
      fixtures.served.around = async (request, pass) => {
        const response = await pass();
        if (!request.url.includes('/json')) return response;
        const text = (await response.text()).replace(/"x":\s*77\b/, '"x":1e308');
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      };
      synced.edit('remote', { do: 'change', kind: 'note', id, fields: { x: 77 } });
    },
    ({ runner }) => runner.invalidRecords.size,
  ],
};

async function openBoard(): Promise<{ synced: SyncedFixture; boardId: string }> {
  const synced = await fixtures.openNew(createEmptyStory(createTestEnvironment(3)));
  await synced.untilSynced();
  return { synced, boardId: [...synced.localProject.recordsOfKind('board')].find(({ type }) => type === 'board')?.id ?? '' };
}

/** (I40) The requests of a doubtful read, which is repeated now and then: at most once in the polls of `untilSynced`. */
const isRead = (request: string): boolean => /\/(json\?allLocales=true|css|comments)$/.test(request);

/** `evidence`: more than 0 as long as the situation lasts. */
async function expectOneRequestAPoll(synced: SyncedFixture, evidence: () => number, { isDoubtful = false } = {}): Promise<void> {
  for (const isRestarted of [false, true]) {
    if (isRestarted) synced.restart();
    await synced.untilSynced();
    expect(evidence()).toBeGreaterThan(0);
    const before = fixtures.served.requests.length;
    await synced.untilSynced();
    const requests = fixtures.served.requests.slice(before);
    const reads = requests.filter((each) => isDoubtful && isRead(each));
    expect(requests.filter((each) => !reads.includes(each))).toEqual(Array(3).fill('GET /workspace/projects'));
    expect([0, 3]).toContain(reads.length);
    expect(evidence()).toBeGreaterThan(0);
  }
}

describe('[I16] an idle poll is one request', () => {
  test.each(Object.entries(conflicts))('under the conflict “%s”', async (reason, arrange) => {
    const { synced, boardId } = await openBoard();
    await arrange(synced, boardId);
    const isDoubtful = reason === 'disappeared';
    await expectOneRequestAPoll(synced, () => synced.conflicts.filter((conflict) => conflict.reason === reason).length, { isDoubtful });
  });

  test.each(Object.entries(others))('with %s', async (_name, [arrange, evidence]) => {
    const { synced, boardId } = await openBoard();
    await arrange(synced, boardId);
    await expectOneRequestAPoll(synced, () => evidence(synced));
  });
});
