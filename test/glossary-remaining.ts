/** Replaced names that are still in the code. This list only shrinks: rename one, and delete its line. */
export const namesThatRemain: readonly string[] = [
  'holding',
  'lay',
  'looks',
  'mine',
  'mirror',
  'mirrors',
  'overtaken',
  'people',
  'question',
  'questionKey',
  'questions',
  'shelf',
  'standing',
  'theirs',
  'told',
  'turnedUp',
];

/** Names that data of earlier versions contains, and that the code which upgrades it has to mention. */
export const namesInStoredData: readonly string[] = ['doubt', 'mirrorNow', 'mirrorProject', 'pauseMirror', 'stopMirror'];
