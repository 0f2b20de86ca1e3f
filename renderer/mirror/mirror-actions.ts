/** What can be done with workspaces and mirrors, and with earlier versions, for the one list of actions. */
import { type Action, isOpen, words } from '../actions/action.ts';
import { togglePane } from '../state/look.ts';
import { mirrorOf, mirrors } from '../state/mirrors.ts';
import { openProject } from '../state/open-project.ts';
import { selection } from '../state/selection.ts';
import { historyWords } from '../words/en/history.ts';
import { mirrorWords } from '../words/en/mirror.ts';
import { showBrowse, showConnect, showQuestions, showStopMirror, showUpload } from './show-mirror.ts';
import { lookNow, pauseOrGoOn } from './steer.ts';

const says = mirrorWords.actions;
const openHash = (): string | null => openProject.getState().hash;
const openMirror = () => mirrorOf(openHash());
const isMirrored = () => isOpen() && openMirror() !== undefined;

/** The open project, or the first other one that asks. */
const asking = () => {
  const open = openMirror();
  return open && open.questions > 0 ? open : mirrors.getState().list.find(({ questions }) => questions > 0);
};

/** What is selected alone: on the board, or a component; the board itself where nothing is. */
export const selectedRecord = (): string | null => {
  const { ids, component, boardId } = selection.getState();
  const [only, ...more] = ids;
  return component ?? (more.length > 0 ? null : (only ?? boardId));
};

export const mirrorActions: readonly Action[] = [
  { name: 'mirror', group: 'Panes', label: words(says.mirror), keys: ['Alt+M'], enabled: isMirrored, run: () => togglePane('mirror') },
  {
    name: 'mirrorNow',
    group: 'Everywhere',
    label: words(says.lookNow),
    keys: ['Alt+Shift+M'],
    enabled: () => mirrors.getState().list.length > 0,
    run: () => lookNow(openMirror()?.hash ?? null),
  },
  {
    name: 'pauseMirror',
    group: 'Everywhere',
    label: words(says.pause),
    keys: [],
    enabled: () => mirrors.getState().list.length > 0,
    run: () => pauseOrGoOn(openMirror()?.hash ?? null),
  },
  {
    name: 'questions',
    group: 'Everywhere',
    label: words(says.questions),
    keys: ['Alt+Q'],
    enabled: () => asking() !== undefined,
    run: () => {
      const status = asking();
      return status && showQuestions(status.hash);
    },
  },
  {
    name: 'connectWorkspace',
    group: 'Projects',
    label: words(says.connect),
    keys: [],
    // In the list of projects, as long as there is no workspace, that is what `browseWorkspaces` does.
    enabled: () => openHash() !== null || mirrors.getState().remotes.length > 0,
    run: showConnect,
  },
  {
    name: 'browseWorkspaces',
    group: 'Projects',
    label: () => (mirrors.getState().remotes.length === 0 ? says.connect : says.browse),
    keys: ['Alt+W'],
    enabled: () => openHash() === null,
    run: () => showBrowse(),
  },
  {
    name: 'mirrorProject',
    group: 'Story',
    label: words(says.upload),
    keys: [],
    enabled: () => isOpen() && openMirror() === undefined,
    run: () => {
      const { hash, project } = openProject.getState();
      return hash === null ? undefined : showUpload(hash, project.root.name);
    },
  },
  {
    name: 'stopMirror',
    group: 'Story',
    label: words(says.stop),
    keys: [],
    enabled: isMirrored,
    run: () => {
      const status = openMirror();
      return status && showStopMirror(status.hash);
    },
  },
  {
    name: 'recordHistory',
    group: 'Story',
    label: (on) => (on ? historyWords.entry : historyWords.action),
    keys: ['Alt+H'],
    enabled: (on) => isOpen() && (on?.id ?? selectedRecord()) !== null,
    run: async (on) => {
      const id = on?.id ?? selectedRecord();
      if (id !== null) (await import('../history/show-versions.tsx')).showVersions(id);
    },
  },
  {
    name: 'deleted',
    group: 'Story',
    label: words(historyWords.deleted.action),
    keys: [],
    enabled: isOpen,
    run: async () => (await import('../history/show-deleted.tsx')).showDeleted(),
  },
];
