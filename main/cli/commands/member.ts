import type { Member } from '../../../shared/contracts/accounts.ts';
import { projectPermissions, workspacePermissions } from '../../../shared/contracts/permissions.ts';
import { defineCliCommand, requireOption } from '../define-command.ts';
import { formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';
import { findMember, parseList, parseProjectPermissions } from './member-options.ts';

const permissionOptions = {
  workspace: { type: 'string' },
  projects: { type: 'string' },
  only: { type: 'string', multiple: true },
} as const;
const permissionUsage = '[--external] [--workspace LIST] [--projects LIST] [--only HASH=LIST]…';

/** The members of the workspace. A key may never do more than its member (M is the number, or the name). */
export const memberCommands = [
  defineCliCommand({
    name: 'member add',
    usage: `--name N ${permissionUsage}`,
    description: `adds a member; --workspace takes ${workspacePermissions.join(',')}, --projects and --only take ${projectPermissions.join(',')}`,
    positionals: [],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, ...permissionOptions },
    async run({ values }, session) {
      const fields = {
        name: requireOption('--name', values.name),
        ...(values.external && { external: true }),
        ...parsePermissionFields(values),
      };
      const member = await session().invoke('member.add', fields);
      return { value: member, text: `Member ${member.id} "${member.name}" ${describePermissions(member)}.` };
    },
  }),
  defineCliCommand({
    name: 'member list',
    usage: '',
    description: 'lists the members and what each may do',
    positionals: [],
    options: {},
    async run(_, session) {
      const members = await session().invoke('member.list', {});
      const rows = members.map((member) => [
        String(member.id),
        member.name,
        member.external ? 'external' : formatList(member.workspace),
        formatList(member.projects),
        Object.entries(member.only)
          .map(([hash, only]) => `${hash}=${only.join(',') || 'none'}`)
          .join(' '),
      ]);
      return { value: members, text: formatTable(['member', 'name', 'workspace', 'projects', 'only'], rows) };
    },
  }),
  defineCliCommand({
    name: 'member change',
    usage: `M [--name N] [--internal] ${permissionUsage}`,
    description: 'changes what is named; --only adds to the single projects, HASH=- takes one off them',
    positionals: ['M'],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, internal: { type: 'boolean' }, ...permissionOptions },
    async run({ positionals: [word = ''], values }, session) {
      if (values.external && values.internal) throw new UsageError('A member is --external or --internal, not both.');
      const given = parsePermissionFields({ ...values, only: values.only?.filter((each) => !each.endsWith('=-')) });
      const off = (values.only ?? []).filter((each) => each.endsWith('=-')).map((each) => each.slice(0, -2));
      const { name, external, internal } = values;
      const named = { ...(name !== undefined && { name }), ...((external || internal) && { external: external ?? false }), ...given };
      if (Object.keys(named).length + off.length === 0) throw new UsageError('member change wants to know what to change.');
      const { invoke } = session();
      const before = await findMember(invoke, word);
      const only = Object.fromEntries(Object.entries({ ...before.only, ...given.only }).filter(([hash]) => !off.includes(hash)));
      const member = await invoke('member.change', { id: before.id, fields: { ...named, ...(values.only && { only }) } });
      return { value: member, text: `Member ${member.id} "${member.name}" ${describePermissions(member)}.` };
    },
  }),
  defineCliCommand({
    name: 'member remove',
    usage: 'M',
    description: 'removes a member and revokes the keys',
    positionals: ['M'],
    options: {},
    async run({ positionals: [word = ''] }, session) {
      const { invoke } = session();
      const { id, name } = await findMember(invoke, word);
      await invoke('member.remove', { id });
      return { value: { id }, text: `Member ${id} "${name}" has been removed.` };
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

const formatList = (words: readonly string[]): string => words.join(', ') || 'none';

function describePermissions({ external, workspace, projects, only }: Member): string {
  const single = Object.entries(only).map(([hash, own]) => `${hash}: ${formatList(own)}`);
  return [
    external ? 'is external' : `may do in the workspace: ${formatList(workspace)}; with every project: ${formatList(projects)}`,
    ...(single.length > 0 ? [`on single projects: ${single.join('; ')}`] : []),
  ].join('; ');
}
