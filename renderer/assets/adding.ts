/** How files come in: what the screen hands to the uploads, whether dropped or chosen. */
import { useStore } from 'zustand';
import type { MediaType } from '../../shared/stored-file.ts';
import { ask, storeFile } from '../bridge.ts';
import { newId } from '../state/new-id.ts';
import { openProject } from '../state/open-project.ts';
import { tell } from '../ui/toasts.ts';
import { assetsWords } from '../words/en/assets.ts';
import type { Place, Purpose } from './arrivals.ts';
import { pickFiles } from './pick-files.ts';
import { type Uploads, uploadsStore } from './uploads.ts';
import { type Dropped, type Walked, walkedFrom, walkFiles } from './walk-files.ts';

const uploads = uploadsStore({
  store: storeFile,
  send: (hash, command) => ask('project.send', { hash, command }),
  project: (hash) => (openProject.getState().hash === hash ? openProject.getState().project : undefined),
  newId,
});

export const useUploads = <T>(selector: (state: Uploads) => T): T => useStore(uploads.store, selector);
export const cancelUploads = uploads.cancel;
export const retryUploads = uploads.again;

/** Files belong to the project they were dropped on: what has not come in when it is left does not come in. */
openProject.subscribe(({ hash }, before) => {
  const left = uploads.store.getState().list;
  if (before.hash === null || hash === before.hash || left.length === 0) return;
  const lost = left.filter(({ state }) => state !== 'refused').length;
  uploads.cancel(left.map(({ id }) => id));
  if (lost > 0) tell({ tone: 'warning', title: assetsWords.hadNotComeIn(lost) });
});

interface Where {
  /** Without a place: the end of the top level. */
  readonly place?: Place;
  readonly purpose?: Purpose;
  readonly type?: MediaType;
}

/** What was dropped; folders are walked. */
export async function addDropped(dropped: readonly Dropped[], where: Where = {}): Promise<void> {
  const walked = await walkFiles(dropped).catch(() => null);
  if (walked === null) tell({ tone: 'bad', title: assetsWords.whatWasDroppedCould });
  else if (walked.length === 0) tell({ tone: 'plain', title: assetsWords.thereIsNoFile });
  else add(walked, where);
}

/** Asks with the system's dialog. */
export async function addChosen(what: 'files' | 'file' | 'folder', where: Where = {}): Promise<void> {
  const walked = walkedFrom(await pickFiles(what, where.type));
  if (walked.length > 0) add(walked, where);
}

function add(walked: readonly Walked[], { place, purpose = { for: 'assets' }, type }: Where): void {
  const { hash, project } = openProject.getState();
  if (hash === null) return;
  const folder = project.root.roots.asset;
  uploads.add({ hash, walked, place: place ?? { folder }, purpose, ...(type ? { type } : {}) });
}
