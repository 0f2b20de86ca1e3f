/** The label for the origin of a change. */
import { findText } from '../../messages/translate.ts';

/** `by` as `Origin`. */
export function originLabel(by: string): string {
  return findText(`history.by.${by}`) ?? by;
}
