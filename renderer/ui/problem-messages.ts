/** The faults of a problem as sentences for a toast or a dialog. */
import { fieldLabel } from '../../shared/model/kind-messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';

/** One sentence per fault, about its field. */
export const problemMessages = ({ faults }: Problem): string[] => faults.map(({ path, ...fault }) => toSentence(path, t(fault)));

/** What happened, in the language of the window. */
export const problemText = ({ text }: Problem): string => t(text);

/** `title.it`, `is not a language of the project` → `“Title” (it) is not a language of the project.` */
function toSentence(path: string, fault: string): string {
  if (path === '' || /^\p{Lu}/u.test(fault)) return /[.!?。]$/.test(fault) ? fault : t('fault.alone', { fault });
  // The path within a batch command means nothing to the user.
  const [field = '', ...rest] = path.replace(/^command\.((fields|locale)\.)?/, '').split('.');
  const part = rest.join(', ');
  return part === ''
    ? t('fault.ofField', { field: fieldLabel(field), fault })
    : t('fault.ofPart', { field: fieldLabel(field), part, fault });
}
