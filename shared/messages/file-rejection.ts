/** Why a file was not stored, as a sentence. REST says the same about the field `file`, without a subject (`fault.file.empty`). */
import type { Message } from './message.ts';

const rejections = [
  'empty',
  'unsupported.any',
  'unsupported.image',
  'unsupported.audio',
  'unsupported.video',
  'otherType',
  'tooManyPixels',
  'damagedImage',
  'noName',
  'tooLarge',
  'noRoom',
  'incomplete',
] as const;

/** Undefined where the fault is not about the file. */
export function explainFileRejection({ key, params }: Message): Message | undefined {
  const rejection = rejections.find((each) => key === `fault.file.${each}`);
  if (rejection === undefined) return undefined;
  // The sentence has the parameters of the fault, which a test makes sure of.
  return { key: `assets.fileRejected.${rejection}`, ...(params && { params }) };
}
