/** Replaced names that are still in the code. This list only shrinks: rename one, and delete its line. */
export const namesThatRemain: readonly string[] = [
  'complain',
  'fileShelf',
  'forgetPatience',
  'holding',
  'inThePast',
  'isMirrored',
  'lay',
  'looks',
  'mine',
  'mirror',
  'mirrors',
  'overtaken',
  'patience',
  'people',
  'question',
  'questionKey',
  'questions',
  'setTold',
  'shelf',
  'standing',
  'theirs',
  'told',
  'turnedUp',
];

/** Names that data of earlier versions contains, and that the code which upgrades it has to mention. */
export const namesInStoredData: readonly string[] = ['doubt', 'mirrorNow', 'mirrorProject', 'pauseMirror', 'stopMirror'];
