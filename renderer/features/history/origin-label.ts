/** The label for the origin of a change. */
import { findText } from '../../messages/translate.ts';

/** `by` is the origin of a RecordVersion. One without a message is returned unchanged. */
export function originLabel(by: string): string {
  return findText(`history.by.${by}`) ?? by;
}
