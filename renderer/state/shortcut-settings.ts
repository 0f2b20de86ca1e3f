/** The keyboard shortcuts that the user has changed. */
import { useStore } from 'zustand';
import { asBoolean, asRecordOf, asStrings, createStoredState } from './stored-state.ts';

export interface ShortcutSettings {
  /** By action name; an empty list disables its shortcuts. */
  readonly shortcuts: Readonly<Record<string, readonly string[]>>;
  /** Whether `?` alone opens the list of shortcuts; it must be possible to turn single-letter shortcuts off (WCAG 2.1.4). */
  readonly opensListWithQuestionMark: boolean;
}

/** The names of actions up to version 0.1, under which shortcuts may be stored. */
const earlierActionNames: Readonly<Record<string, string>> = {
  aboutProject: 'projectSettings',
  'align-centre': 'align-center',
  asList: 'toggleListView',
  assets: 'toggleAssets',
  boards: 'toggleBoards',
  browseWorkspaces: 'browseRemoteProjects',
  comments: 'toggleComments',
  components: 'toggleComponents',
  connectWorkspace: 'connectRemote',
  deleted: 'deletedRecords',
  'distribute-across': 'distribute-horizontally',
  'distribute-down': 'distribute-vertically',
  followBack: 'goToPrevious',
  followOn: 'goToNext',
  inspector: 'toggleInspector',
  keys: 'keyboardShortcuts',
  keysByQuestion: 'keyboardShortcutsByQuestionMark',
  larger: 'zoomWindowIn',
  layOut: 'autoLayout',
  lessMotion: 'reduceMotion',
  mirror: 'toggleSync',
  mirrorNow: 'syncNow',
  mirrorProject: 'uploadProject',
  nextWay: 'nextConnection',
  normalSize: 'resetWindowZoom',
  outputEarlier: 'moveOutputUp',
  outputLater: 'moveOutputDown',
  pauseMirror: 'pauseSync',
  play: 'togglePlay',
  previousWay: 'previousConnection',
  questions: 'conflicts',
  saveToFile: 'exportToFile',
  selectNothing: 'clearSelection',
  smaller: 'zoomWindowOut',
  snapping: 'toggleSnapping',
  startHere: 'setStart',
  stopMirror: 'stopSync',
  targets: 'toggleTargets',
  useAsset: 'assignAsset',
  writeInside: 'editContent',
};

export const shortcutSettingsStore = createStoredState<ShortcutSettings>({
  topic: 'shortcuts',
  parse: (fields) => ({
    shortcuts: asRecordOf(fields.shortcuts, (keys) => (Array.isArray(keys) ? asStrings(keys) : undefined)),
    opensListWithQuestionMark: asBoolean(fields.opensListWithQuestionMark, true),
  }),
  upgrade: ({ keys, questionKey }) => ({
    shortcuts: Object.fromEntries(
      Object.entries(asRecordOf(keys, (each) => each)).map(([name, each]) => [earlierActionNames[name] ?? name, each]),
    ),
    opensListWithQuestionMark: questionKey,
  }),
});

export const useShortcutSettings = <T>(selector: (state: ShortcutSettings) => T): T => useStore(shortcutSettingsStore, selector);
