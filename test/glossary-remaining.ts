/** Replaced names that are still in the code: none. The list is for a rename in several steps. */
export const namesThatRemain: readonly string[] = [];

/** Names that data of earlier versions contains. */
export const namesInStoredData: readonly string[] = [
  'calm',
  'doubt',
  'mine',
  'mirror',
  'mirrorNow',
  'mirrorProject',
  'mirrors',
  'overtaken',
  'people',
  'pauseMirror',
  'question',
  'questionKey',
  'questions',
  'shelf',
  'standing',
  'stopMirror',
  'theirs',
  'told',
];

/** The code that reads or upgrades such data, and its tests. */
export const filesOfStoredData: readonly string[] = [
  'main/engine/database-tasks/database-copy.ts',
  'main/engine/storage/rename-0.1-data.ts',
  'main/engine/storage/rename-stored-rows.ts',
  'renderer/state/pane-layout.ts',
  'renderer/state/shortcut-settings.ts',
  'test/main/engine/storage/old-data-folder.ts',
  'test/main/engine/storage/upgrade-from-0.1.slow.test.ts',
  'test/main/engine/storage/rename-stored-rows.test.ts',
  'test/renderer/state/stored-state.test.ts',
];
