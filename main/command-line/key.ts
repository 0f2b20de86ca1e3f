import type { ApiKey, KeyPermission } from '../../shared/people.ts';
import { defineCommand, needed, type Session } from './command-entry.ts';
import { memberOf } from './member-rights.ts';
import { shortTime, table } from './text.ts';
import { WrongUsage } from './wrong-usage.ts';

const flags = { read: { type: 'boolean' }, write: { type: 'boolean' } } as const;

/** The API keys of the REST service. The value of one is said once, when it is made. */
export const keyCommands = [
  defineCommand({
    name: 'key create',
    usage: '--name N [--read] [--write] [--member M] [--workspace ID]',
    does: 'makes an API key and shows it, this once; it reads if nothing is said, and is the owner’s if no member is named',
    words: [],
    options: { name: { type: 'string' }, member: { type: 'string' }, workspace: { type: 'string' }, ...flags },
    async run({ values }, session) {
      const name = needed('--name', values.name);
      const { ask } = session();
      const permissions = permissionsOf(values);
      const member = values.member === undefined ? undefined : await memberOf(ask, values.member, values.workspace);
      const made = await ask('key.create', { name, permissions, member: member?.id, workspace: values.workspace });
      const { id, key } = made;
      const text = [`Key ${id} ${does(made)}. It is shown only this once:`, '', key, ''].join('\n');
      return { value: { id, name: made.name, permissions: made.permissions, key }, text };
    },
  }),
  defineCommand({
    name: 'key list',
    usage: '[--workspace ID]',
    does: 'lists the API keys, without their values',
    words: [],
    options: { workspace: { type: 'string' } },
    async run({ values }, session) {
      const { ask } = session();
      const keys = await ask('key.list', { workspace: values.workspace });
      const names = await memberNames(ask, values.workspace);
      const rows = keys.map((key) => [key.id, key.name, inWords(key), names.get(key.member) ?? '', shortTime(key.createdAt)]);
      const text = rows.length > 0 ? table(['key', 'name', 'may', 'member', 'created'], rows) : 'There are no keys yet.';
      return { value: keys.map(listed), text };
    },
  }),
  defineCommand({
    name: 'key change',
    usage: 'ID [--name N] [--read] [--write]',
    does: 'gives a key another name, or exactly these permissions, at once',
    words: ['ID'],
    options: { name: { type: 'string' }, ...flags },
    async run({ words: [id = ''], values }, session) {
      const permissions = permissionsOf(values);
      if (values.name === undefined && !permissions) throw new WrongUsage('key change wants --name, --read or --write.');
      const changed = await session().ask('key.change', { id, name: values.name, permissions });
      return { value: listed(changed), text: `Key ${changed.id} "${changed.name}" ${does(changed)}.` };
    },
  }),
  defineCommand({
    name: 'key revoke',
    usage: 'ID',
    does: 'revokes a key: from now on it opens nothing',
    words: ['ID'],
    options: {},
    async run({ words: [id = ''] }, session) {
      await session().ask('key.revoke', { id });
      return { value: { id }, text: `Key ${id} has been revoked.` };
    },
  }),
];

const listed = ({ id, name, permissions, createdAt }: ApiKey) => ({ id, name, permissions, createdAt });

/** undefined where neither was said. */
function permissionsOf({ read, write }: { read?: boolean | undefined; write?: boolean | undefined }): KeyPermission[] | undefined {
  const chosen: KeyPermission[] = [...(read ? (['project:read'] as const) : []), ...(write ? (['project:write'] as const) : [])];
  return chosen.length > 0 ? chosen : undefined;
}

const inWords = ({ permissions }: ApiKey): string => permissions.map((each) => each.replace('project:', '')).join(', ');
const does = ({ permissions }: ApiKey): string => `may ${permissions.map((each) => each.replace('project:', '')).join(' and ')} projects`;

async function memberNames(ask: Session['ask'], workspace: string | undefined): Promise<Map<number, string>> {
  return new Map((await ask('member.list', { workspace })).map(({ id, name }) => [id, name]));
}
