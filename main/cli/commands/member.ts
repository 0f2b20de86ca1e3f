import type { Member } from '../../../shared/contracts/accounts.ts';
import { projectPermissions, workspacePermissions } from '../../../shared/contracts/permissions.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Translate } from '../../../shared/messages/translator.ts';
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
