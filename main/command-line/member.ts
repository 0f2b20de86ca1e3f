import { type Member, projectPermissions, workspacePermissions } from '../../shared/people.ts';
import { defineCommand, needed } from './command-entry.ts';
import { memberOf, rightsOnProjects, someOf } from './member-rights.ts';
import { table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

const rights = {
  workspace: { type: 'string' },
  projects: { type: 'string' },
  only: { type: 'string', multiple: true },
} as const;
const usage = '[--external] [--workspace LIST] [--projects LIST] [--only HASH=LIST]…';

/** The members of the workspace. A key may never do more than its member (M is the number, or the name). */
export const memberCommands = [
  defineCommand({
    name: 'member add',
    usage: `--name N ${usage}`,
    does: `adds a member; --workspace takes ${workspacePermissions.join(',')}, --projects and --only take ${projectPermissions.join(',')}`,
    words: [],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, ...rights },
    async run({ values }, session) {
      const fields = { name: needed('--name', values.name), ...(values.external && { external: true }), ...rightsOf(values) };
      const member = await session().ask('member.add', fields);
      return { value: member, text: `Member ${member.id} "${member.name}" ${sayRights(member)}.` };
    },
  }),
  defineCommand({
    name: 'member list',
    usage: '',
    does: 'lists the members and what each may do',
    words: [],
    options: {},
    async run(_, session) {
      const members = await session().ask('member.list', {});
      const rows = members.map((member) => [
        String(member.id),
        member.name,
        member.external ? 'external' : list(member.workspace),
        list(member.projects),
        Object.entries(member.only)
          .map(([hash, only]) => `${hash}=${only.join(',') || 'none'}`)
          .join(' '),
      ]);
      return { value: members, text: table(['member', 'name', 'workspace', 'projects', 'only'], rows) };
    },
  }),
  defineCommand({
    name: 'member change',
    usage: `M [--name N] [--internal] ${usage}`,
    does: 'changes what is named; --only adds to the single projects, HASH=- takes one off them',
    words: ['M'],
    options: { name: { type: 'string' }, external: { type: 'boolean' }, internal: { type: 'boolean' }, ...rights },
    async run({ words: [word = ''], values }, session) {
      if (values.external && values.internal) throw new WrongUsage('A member is --external or --internal, not both.');
      const given = rightsOf({ ...values, only: values.only?.filter((each) => !each.endsWith('=-')) });
      const off = (values.only ?? []).filter((each) => each.endsWith('=-')).map((each) => each.slice(0, -2));
      const { name, external, internal } = values;
      const named = { ...(name !== undefined && { name }), ...((external || internal) && { external: external ?? false }), ...given };
      if (Object.keys(named).length + off.length === 0) throw new WrongUsage('member change wants to know what to change.');
      const { ask } = session();
      const before = await memberOf(ask, word);
      const only = Object.fromEntries(Object.entries({ ...before.only, ...given.only }).filter(([hash]) => !off.includes(hash)));
      const member = await ask('member.change', { id: before.id, fields: { ...named, ...(values.only && { only }) } });
      return { value: member, text: `Member ${member.id} "${member.name}" ${sayRights(member)}.` };
    },
  }),
  defineCommand({
    name: 'member remove',
    usage: 'M',
    does: 'removes a member and revokes the keys',
    words: ['M'],
    options: {},
    async run({ words: [word = ''] }, session) {
      const { ask } = session();
      const { id, name } = await memberOf(ask, word);
      await ask('member.remove', { id });
      return { value: { id }, text: `Member ${id} "${name}" has been removed.` };
    },
  }),
];

interface Given {
  readonly workspace?: string | undefined;
  readonly projects?: string | undefined;
  readonly only?: readonly string[] | undefined;
}
const rightsOf = ({ workspace, projects, only }: Given) => ({
  ...(workspace !== undefined && { workspace: someOf('--workspace', workspace, workspacePermissions) }),
  ...(projects !== undefined && { projects: someOf('--projects', projects, projectPermissions) }),
  ...(only !== undefined && only.length > 0 && { only: rightsOnProjects('--only', only) }),
});

const list = (words: readonly string[]): string => words.join(', ') || 'none';

function sayRights({ external, workspace, projects, only }: Member): string {
  const single = Object.entries(only).map(([hash, own]) => `${hash}: ${list(own)}`);
  return [
    external ? 'is external' : `may do in the workspace: ${list(workspace)}; with every project: ${list(projects)}`,
    ...(single.length > 0 ? [`on single projects: ${single.join('; ')}`] : []),
  ].join('; ');
}
