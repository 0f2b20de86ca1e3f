/** Rights as they are written on the command line: `view,edit`, `none`, `all`; members by number or by name. */
import type { Member } from '../../../shared/contracts/accounts.ts';
import type { ProjectPermission } from '../../../shared/contracts/permissions.ts';
import { projectPermissions } from '../../../shared/contracts/permissions.ts';
import { Problem } from '../../../shared/problem.ts';
import type { CliSession } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

/** Words with commas between, each one of these; `all`, `none`. */
export function parseList<const T extends string>(option: string, value: string, allowed: readonly T[]): T[] {
  if (value === 'all') return [...allowed];
  if (value === 'none' || value === '') return [];
  const words = value.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !allowed.some((each) => each === word));
  if (wrong !== undefined)
    throw new UsageError(`${option} is all, none, or some of ${allowed.join(', ')} with commas between, not "${wrong}".`);
  return allowed.filter((each) => words.includes(each));
}

/** `HASH=view,edit` … */
export function parseProjectPermissions(option: string, values: readonly string[]): Record<string, ProjectPermission[]> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf('=');
      if (at < 1) throw new UsageError(`${option} is a project and its rights: HASH=view,edit.`);
      return [value.slice(0, at), parseList(option, value.slice(at + 1), projectPermissions)];
    }),
  );
}

/** The member of this number, or the only one of this name, in the workspace of this computer or in the one named. */
export async function findMember(ask: CliSession['invoke'], word: string, workspace?: string): Promise<Member> {
  const members = await ask('member.list', { workspace });
  const found = members.filter(({ id, name }) => String(id) === word || name === word);
  const [only] = found;
  if (only && found.length === 1) return only;
  throw new Problem('notFound', only ? `Several members are called ${word}. Please say the number.` : `There is no member ${word}.`);
}
