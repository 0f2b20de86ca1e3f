/** [G29] Which of several JSON files is the story. */
import { Problem } from '../../shared/problem.ts';

/** `project.json` before others, what lies further up before what lies deeper; two that are alike cannot be told apart. */
export function chooseStoryFile(names: readonly string[], where: string): string {
  const depth = (name: string) => name.split('/').length;
  const top = Math.min(...names.map(depth));
  const named = names.filter((name) => /(^|\/)project\.json$/i.test(name)).sort((one, two) => depth(one) - depth(two));
  const [preferred] = named;
  if (preferred !== undefined && (named[1] === undefined || depth(named[1]) > depth(preferred))) return preferred;
  const [only, second] = names.filter((name) => depth(name) === top);
  if (only === undefined) throw new Problem('invalid', `There is no JSON file in ${where}.`);
  if (second !== undefined)
    throw new Problem(
      'invalid',
      `There are several JSON files in ${where}, and none that is project.json alone: ${names.slice(0, 10).join(', ')}. Choose one of them.`,
    );
  return only;
}
