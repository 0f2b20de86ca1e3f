import type { ApiKey } from '../../../shared/contracts/accounts.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { type CliSession, defineCliCommand, requireOption } from '../define-command.ts';
import { formatShortTime, formatTable } from '../format-text.ts';
import { UsageError } from '../usage-error.ts';
import { findMember } from './member-options.ts';

const permissionFlags = { read: { type: 'boolean' }, write: { type: 'boolean' } } as const;

/** The API keys of the REST service. The value of one is said once, when it is made. */
export const keyCommands = [
  defineCliCommand({
    name: 'key create',
    usage: '--name N [--read] [--write] [--member M] [--workspace ID]',
    description: 'makes an API key and shows it, this once; it reads if nothing is said, and is the owner’s if no member is named',
    positionals: [],
    options: { name: { type: 'string' }, member: { type: 'string' }, workspace: { type: 'string' }, ...permissionFlags },
    async run({ values }, session) {
      const name = requireOption('--name', values.name);
      const { invoke } = session();
      const permissions = parsePermissions(values);
      const member = values.member === undefined ? undefined : await findMember(invoke, values.member, values.workspace);
      const made = await invoke('apiKey.create', { name, permissions, member: member?.id, workspace: values.workspace });
      const { id, key } = made;
      const text = [`Key ${id} ${describePermissions(made)}. It is shown only this once:`, '', key, ''].join('\n');
      return { value: { id, name: made.name, permissions: made.permissions, key }, text };
    },
  }),
  defineCliCommand({
    name: 'key list',
    usage: '[--workspace ID]',
    description: 'lists the API keys, without their values',
    positionals: [],
    options: { workspace: { type: 'string' } },
    async run({ values }, session) {
      const { invoke } = session();
      const keys = await invoke('apiKey.list', { workspace: values.workspace });
      const names = await listMemberNames(invoke, values.workspace);
      const rows = keys.map((key) => [
        key.id,
        key.name,
        formatPermissions(key),
        names.get(key.member) ?? '',
        formatShortTime(key.createdAt),
      ]);
      const text = rows.length > 0 ? formatTable(['key', 'name', 'may', 'member', 'created'], rows) : 'There are no keys yet.';
      return { value: keys.map(toKeyJson), text };
    },
  }),
  defineCliCommand({
    name: 'key change',
    usage: 'ID [--name N] [--read] [--write]',
    description: 'gives a key another name, or exactly these permissions, at once',
    positionals: ['ID'],
    options: { name: { type: 'string' }, ...permissionFlags },
    async run({ positionals: [id = ''], values }, session) {
      const permissions = parsePermissions(values);
      if (values.name === undefined && !permissions) throw new UsageError('key change wants --name, --read or --write.');
      const changed = await session().invoke('apiKey.change', { id, name: values.name, permissions });
      return { value: toKeyJson(changed), text: `Key ${changed.id} "${changed.name}" ${describePermissions(changed)}.` };
    },
  }),
  defineCliCommand({
    name: 'key revoke',
    usage: 'ID',
    description: 'revokes a key: from now on it opens nothing',
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      await session().invoke('apiKey.revoke', { id });
      return { value: { id }, text: `Key ${id} has been revoked.` };
    },
  }),
];

const toKeyJson = ({ id, name, permissions, createdAt }: ApiKey) => ({ id, name, permissions, createdAt });

/** undefined where neither was said. */
function parsePermissions({ read, write }: { read?: boolean | undefined; write?: boolean | undefined }): KeyPermission[] | undefined {
  const chosen: KeyPermission[] = [...(read ? (['project:read'] as const) : []), ...(write ? (['project:write'] as const) : [])];
  return chosen.length > 0 ? chosen : undefined;
}

const formatPermissions = ({ permissions }: ApiKey): string => permissions.map((each) => each.replace('project:', '')).join(', ');
const describePermissions = ({ permissions }: ApiKey): string =>
  `may ${permissions.map((each) => each.replace('project:', '')).join(' and ')} projects`;

async function listMemberNames(ask: CliSession['invoke'], workspace: string | undefined): Promise<Map<number, string>> {
  return new Map((await ask('member.list', { workspace })).map(({ id, name }) => [id, name]));
}
