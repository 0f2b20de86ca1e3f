/** The faults of a problem as sentences for a toast or a dialog. */
import type { Problem } from '../../shared/problem.ts';

/** One sentence for each fault; a field's path is said as words. */
export function problemMessages({ json }: Problem): string[] {
  if (Array.isArray(json.errors)) return [];
  return Object.entries(json.errors).map(([path, message]) => toSentence(path, message));
}

/** `title.it`, `is not a language of the project` → `Title (it) is not a language of the project.` */
function toSentence(path: string, message: string): string {
  if (path === '' || /^[A-Z]/.test(message)) return withFullStop(message);
  // How a command is wrapped up is nothing the writer knows.
  const [field = '', ...rest] = path.replace(/^command\.((fields|locale)\.)?/, '').split('.');
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return withFullStop(`${words.charAt(0).toUpperCase()}${words.slice(1)}${rest.length > 0 ? ` (${rest.join(', ')})` : ''} ${message}`);
}

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
