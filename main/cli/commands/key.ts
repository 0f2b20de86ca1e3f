import type { ApiKey } from '../../../shared/contracts/accounts.ts';
import type { KeyPermission } from '../../../shared/contracts/permissions.ts';
import { message } from '../../../shared/messages/message.ts';
import { type CliSession, defineCliCommand, requireOption, UsageError } from '../define-command.ts';
import { describeKeyPermissions, formatShortTime, formatTable } from '../format-text.ts';
import { findMember } from './member.ts';

const permissionFlags = { read: { type: 'boolean' }, write: { type: 'boolean' } } as const;

/** The API keys of the REST service. The secret value of a key is shown once, when it is created. */
export const keyCommands = [
  defineCliCommand({
    name: 'key create',
    usage: '--name N [--read] [--write] [--member M] [--workspace ID]',
    description: message('cli.key.create.description'),
    positionals: [],
    options: { name: { type: 'string' }, member: { type: 'string' }, workspace: { type: 'string' }, ...permissionFlags },
    async run({ values }, session) {
      const name = requireOption('--name', values.name);
      const {
        invoke,
        translator: { t },
      } = session();
      const permissions = parsePermissions(values);
      const member = values.member === undefined ? undefined : await findMember(invoke, values.member, values.workspace);
      const created = await invoke('apiKey.create', { name, permissions, member: member?.id, workspace: values.workspace });
      const { id, key } = created;
      const text = [t('cli.key.create.done', { id, rights: describeKeyPermissions(created.permissions) }), '', key, ''].join('\n');
      return { value: { id, name: created.name, permissions: created.permissions, key }, text };
    },
  }),
  defineCliCommand({
    name: 'key list',
    usage: '[--workspace ID]',
    description: message('cli.key.list.description'),
    positionals: [],
    options: { workspace: { type: 'string' } },
    async run({ values }, session) {
      const { invoke, translator } = session();
      const keys = await invoke('apiKey.list', { workspace: values.workspace });
      const names = await listMemberNames(invoke, values.workspace);
      const rows = keys.map((key) => [
        key.id,
        key.name,
        formatPermissions(key),
        names.get(key.member) ?? '',
        formatShortTime(key.createdAt),
      ]);
      const text =
        rows.length > 0
          ? formatTable(['key', 'name', 'permissions', 'member', 'created'], rows, translator)
          : translator.t('cli.key.list.none');
      return { value: keys.map(toKeyJson), text };
    },
  }),
  defineCliCommand({
    name: 'key change',
    usage: 'ID [--name N] [--read] [--write]',
    description: message('cli.key.change.description'),
    positionals: ['ID'],
    options: { name: { type: 'string' }, ...permissionFlags },
    async run({ positionals: [id = ''], values }, session) {
      const permissions = parsePermissions(values);
      if (values.name === undefined && !permissions) throw new UsageError(message('cli.usage.nothingToChange', { command: 'key change' }));
      const { invoke, translator } = session();
      const changed = await invoke('apiKey.change', { id, name: values.name, permissions });
      const { name } = changed;
      return {
        value: toKeyJson(changed),
        text: translator.t('cli.key.change.done', { id, name, rights: describeKeyPermissions(changed.permissions) }),
      };
    },
  }),
  defineCliCommand({
    name: 'key revoke',
    usage: 'ID',
    description: message('cli.key.revoke.description'),
    positionals: ['ID'],
    options: {},
    async run({ positionals: [id = ''] }, session) {
      const { invoke, translator } = session();
      await invoke('apiKey.revoke', { id });
      return { value: { id }, text: translator.t('cli.key.revoke.done', { id }) };
    },
  }),
];

const toKeyJson = ({ id, name, permissions, createdAt }: ApiKey) => ({ id, name, permissions, createdAt });

/** Undefined if neither option is given. */
function parsePermissions({ read, write }: { read?: boolean | undefined; write?: boolean | undefined }): KeyPermission[] | undefined {
  const chosen: KeyPermission[] = [...(read ? (['project:read'] as const) : []), ...(write ? (['project:write'] as const) : [])];
  return chosen.length > 0 ? chosen : undefined;
}

const formatPermissions = ({ permissions }: ApiKey): string => permissions.map((each) => each.replace('project:', '')).join(', ');

async function listMemberNames(invoke: CliSession['invoke'], workspace: string | undefined): Promise<Map<number, string>> {
  return new Map((await invoke('member.list', { workspace })).map(({ id, name }) => [id, name]));
}
