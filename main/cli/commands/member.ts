import type { Member } from '../../../shared/contracts/accounts.ts';
import { type ProjectPermission, projectPermissions, workspacePermissions } from '../../../shared/contracts/permissions.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
import { Problem } from '../../../shared/problem.ts';
import { type CliSession, defineCliCommand, requireOption, UsageError } from '../define-command.ts';
import { formatTable } from '../format-text.ts';

const permissionOptions = {
  workspace: { type: 'string' },
  projects: { type: 'string' },
  only: { type: 'string', multiple: true },
} as const;
const permissionUsage = '[--external] [--workspace LIST] [--projects LIST] [--only HASH=LIST]…';

/** The members of the workspace, by number or name (M). A key never has more permissions than its member. */
export const memberCommands = [
  defineCliCommand({
    name: 'member add',
    usage: `--name N ${permissionUsage}`,
    description: message('cli.member.add.description', {
      workspace: workspacePermissions.join(','),
      projects: projectPermissions.join(','),
    }),
    positionals: [],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, ...permissionOptions },
    async run({ values }, session) {
      const fields = {
        name: requireOption('--name', values.name),
        ...(values.external && { external: true }),
        ...parsePermissionFields(values),
      };
      const { invoke, translator } = session();
      const member = await invoke('member.add', fields);
      return { value: member, text: formatMember(member, translator.t) };
    },
  }),
  defineCliCommand({
    name: 'member list',
    usage: '',
    description: message('cli.member.list.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, translator } = session();
      const { t } = translator;
      const members = await invoke('member.list', {});
      const rows = members.map((member) => [
        String(member.id),
        member.name,
        member.external ? t('cli.member.external') : formatList(member.workspace, t),
        formatList(member.projects, t),
        Object.entries(member.only)
          .map(([hash, only]) => `${hash}=${only.join(',') || t('cli.member.none')}`)
          .join(' '),
      ]);
      return { value: members, text: formatTable(['member', 'name', 'workspace', 'projects', 'only'], rows, translator) };
    },
  }),
  defineCliCommand({
    name: 'member change',
    usage: `M [--name N] [--internal] ${permissionUsage}`,
    description: message('cli.member.change.description'),
    positionals: ['M'],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, internal: { type: 'boolean' }, ...permissionOptions },
    async run({ positionals: [word = ''], values }, session) {
      if (values.external && values.internal)
        throw new UsageError(message('cli.usage.exclusive', { options: ['--external', '--internal'] }));
      const given = parsePermissionFields({ ...values, only: values.only?.filter((each) => !each.endsWith('=-')) });
      const off = (values.only ?? []).filter((each) => each.endsWith('=-')).map((each) => each.slice(0, -2));
      const { name, external, internal } = values;
      const named = { ...(name !== undefined && { name }), ...((external || internal) && { external: external ?? false }), ...given };
      if (Object.keys(named).length + off.length === 0)
        throw new UsageError(message('cli.usage.nothingToChange', { command: 'member change' }));
      const { invoke, translator } = session();
      const before = await findMember(invoke, word);
      const only = Object.fromEntries(Object.entries({ ...before.only, ...given.only }).filter(([hash]) => !off.includes(hash)));
      const member = await invoke('member.change', { id: before.id, fields: { ...named, ...(values.only && { only }) } });
      return { value: member, text: formatMember(member, translator.t) };
    },
  }),
  defineCliCommand({
    name: 'member remove',
    usage: 'M',
    description: message('cli.member.remove.description'),
    positionals: ['M'],
    options: {},
    async run({ positionals: [word = ''] }, session) {
      const { invoke, translator } = session();
      const { id, name } = await findMember(invoke, word);
      await invoke('member.remove', { id });
      return { value: { id }, text: translator.t('cli.member.removed', { id, name }) };
    },
  }),
];

interface PermissionOptionValues {
  readonly workspace?: string | undefined;
  readonly projects?: string | undefined;
  readonly only?: readonly string[] | undefined;
}
const parsePermissionFields = ({ workspace, projects, only }: PermissionOptionValues) => ({
  ...(workspace !== undefined && { workspace: parseList('--workspace', workspace, workspacePermissions) }),
  ...(projects !== undefined && { projects: parseList('--projects', projects, projectPermissions) }),
  ...(only !== undefined && only.length > 0 && { only: parseProjectPermissions('--only', only) }),
});

const formatList = (words: readonly string[], t: Translate): string => words.join(', ') || t('cli.member.none');

function formatMember(member: Member, t: Translate): string {
  const { id, name, external, workspace, projects, only } = member;
  const permissions = external
    ? message('cli.member.permissions.external')
    : message('cli.member.permissions.internal', { workspace: formatList(workspace, t), projects: formatList(projects, t) });
  const single = Object.entries(only).map(([hash, own]) => `${hash}: ${formatList(own, t)}`);
  const all = single.length > 0 ? message('cli.member.permissions.single', { permissions, single: single.join('; ') }) : permissions;
  return t('cli.member.summary', { id, name, permissions: all });
}

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
function parseProjectPermissions(option: string, values: readonly string[]): Record<string, ProjectPermission[]> {
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
