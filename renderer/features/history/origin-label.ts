/** Who changed something, as a reader is told. */
import { findText } from '../../messages/translate.ts';

/** `by` as `Origin`. */
export function originLabel(by: string): string {
  return findText(`history.by.${by}`) ?? by;
}
