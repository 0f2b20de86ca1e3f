/** Why a file was not stored, as a sentence. REST says the same about the field `file`, without a subject (`fault.file.empty`). */
import type { Message } from './message.ts';

/** The sentences of the faults of a file, by the end of their keys. */
const rejections = {
  empty: 'empty',
  gitLfsPointer: 'gitLfsPointer',
  'unsupported.any': 'unsupportedAny',
  'unsupported.image': 'unsupportedImage',
  'unsupported.audio': 'unsupportedAudio',
  'unsupported.video': 'unsupportedVideo',
  otherType: 'otherType',
  tooManyPixels: 'tooManyPixels',
  damagedImage: 'damagedImage',
  noName: 'noName',
  tooLarge: 'tooLarge',
  noRoom: 'noRoom',
  incomplete: 'incomplete',
} as const;

/** Undefined where the fault is not about the file. */
export function explainFileRejection({ key, params }: Message): Message | undefined {
  const rejection = Object.entries(rejections).find(([fault]) => key === `fault.file.${fault}`)?.[1];
  if (rejection === undefined) return undefined;
  // The sentence has the parameters of the fault; a test checks that.
  return { key: `assets.fileRejected.${rejection}`, ...(params && { params }) };
}
