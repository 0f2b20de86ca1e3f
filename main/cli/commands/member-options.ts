/** Parses permissions (`view,edit`, `none`, `all`) and finds members by number or name. */

import type { Member } from '../../../shared/contracts/accounts.ts';
import type { ProjectPermission } from '../../../shared/contracts/permissions.ts';
import { projectPermissions } from '../../../shared/contracts/permissions.ts';
import { message } from '../../../shared/messages/message.ts';
import { Problem } from '../../../shared/problem.ts';
import type { CliSession } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

/** Parses allowed words separated by commas, or `all` or `none`. */
export function parseList<const T extends string>(option: string, value: string, allowed: readonly T[]): T[] {
  if (value === 'all') return [...allowed];
  if (value === 'none' || value === '') return [];
  const words = value.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !allowed.some((each) => each === word));
  if (wrong !== undefined) throw new UsageError(message('cli.usage.list', { option, values: allowed.join(', '), value: wrong }));
  return allowed.filter((each) => words.includes(each));
}

/** Parses values such as `HASH=view,edit`. */
export function parseProjectPermissions(option: string, values: readonly string[]): Record<string, ProjectPermission[]> {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf('=');
      if (at < 1) throw new UsageError(message('cli.usage.projectPermissions', { option }));
      return [value.slice(0, at), parseList(option, value.slice(at + 1), projectPermissions)];
    }),
  );
}

/** The member with this number, or the only one with this name, in `workspace` or by default in that of this computer. */
export async function findMember(invoke: CliSession['invoke'], word: string, workspace?: string): Promise<Member> {
  const members = await invoke('member.list', { workspace });
  const found = members.filter(({ id, name }) => String(id) === word || name === word);
  const [only] = found;
  if (only && found.length === 1) return only;
  throw new Problem(
    'notFound',
    only ? message('problem.member.ambiguous', { name: word }) : message('problem.member.unknown', { name: word }),
  );
}
