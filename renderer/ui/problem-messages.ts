/** The faults of a problem as sentences for a toast or a dialog. */
import type { Problem } from '../../shared/problem.ts';
import { t } from '../messages/translate.ts';

/** One sentence for each fault; a field's path is said as words. */
export const problemMessages = ({ faults }: Problem): string[] => faults.map(({ path, ...fault }) => toSentence(path, t(fault)));

/** What happened, in the language of the window. */
export const problemText = ({ text }: Problem): string => t(text);

/** `title.it`, `is not a language of the project` → `Title (it) is not a language of the project.` */
function toSentence(path: string, message: string): string {
  if (path === '' || /^[A-Z]/.test(message)) return withFullStop(message);
  // How a command is wrapped up is nothing the writer knows.
  const [field = '', ...rest] = path.replace(/^command\.((fields|locale)\.)?/, '').split('.');
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return withFullStop(`${words.charAt(0).toUpperCase()}${words.slice(1)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''} ${message}`);
}

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
