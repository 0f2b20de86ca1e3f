import type { Remote } from '../../../shared/contracts/sync.ts';
import { message } from '../../../shared/messages/message.ts';
import { defineCliCommand, requireOption } from '../define-command.ts';
import { describeKeyPermissions, formatTable } from '../format-text.ts';
import { withLocalOnlyList } from './sync.ts';

/**
 * Remotes: hosted workspaces with which projects are synced. Keys are read from an environment variable and never given as arguments, which
 * other users of the computer can see.
 */
export const remoteCommands = [
  defineCliCommand({
    name: 'remote add',
    usage: 'NAME --url U --key-env VAR',
    description: message('cli.remote.add.description'),
    positionals: ['NAME'],
    options: { url: { type: 'string' }, 'key-env': { type: 'string' } },
    async run({ positionals: [name = ''], values }, session) {
      const url = requireOption('--url', values.url);
      const variable = requireOption('--key-env', values['key-env']);
      const { invoke, translator } = session();
      const remote = await invoke('remote.add', { name, url, key: { variable } });
      const rights = describeKeyPermissions(remote.permissions ?? []);
      return { value: toRemoteJson(remote), text: translator.t('cli.remote.add.done', { name: remote.name, url: remote.url, rights }) };
    },
  }),
  defineCliCommand({
    name: 'remote list',
    usage: '',
    description: message('cli.remote.list.description'),
    positionals: [],
    options: {},
    async run(_, session) {
      const { invoke, translator } = session();
      const remotes = await invoke('remote.list', {});
      const { t } = translator;
      const rows = remotes.map(({ name, url, variable, keyIn, state, isVerified, message: fault }) => [
        name,
        url,
        keyIn === 'environment' ? t('remote.keyIn.environment', { variable: variable ?? '' }) : t(`remote.keyIn.${keyIn}`),
        t(fault ?? message(`remote.states.${isVerified ? state : 'notChecked'}`)),
      ]);
      return {
        value: remotes.map(toRemoteJson),
        text: rows.length > 0 ? formatTable(['remote', 'address', 'key', 'state'], rows, translator) : t('cli.remote.list.none'),
      };
    },
  }),
  defineCliCommand({
    name: 'remote projects',
    usage: 'NAME',
    description: message('cli.remote.projects.description'),
    positionals: ['NAME'],
    options: {},
    async run({ positionals: [name = ''] }, session) {
      const { invoke, translator } = session();
      const projects = await invoke('remote.projects', { name });
      const rows = projects.map((project) => [project.hash, project.name, project.localHash ?? '']);
      return {
        value: projects.map(({ localHash, ...project }) => ({ ...project, local: localHash })),
        text:
          rows.length > 0
            ? formatTable(['project', 'name', 'syncedAs'], rows, translator)
            : translator.t('cli.remote.projects.none', { name }),
      };
    },
  }),
  defineCliCommand({
    name: 'remote remove',
    usage: 'NAME [--discard]',
    description: message('cli.remote.remove.description'),
    positionals: ['NAME'],
    options: { discard: { type: 'boolean' } },
    async run({ positionals: [name = ''], values }, session) {
      const connection = session();
      const discard = values.discard ?? false;
      await withLocalOnlyList(connection, { remote: name }, () => connection.invoke('remote.remove', { name, discard }));
      return { value: { name }, text: connection.translator.t('cli.remote.remove.done', { name }) };
    },
  }),
];

const toRemoteJson = ({ name, url, permissions, keyIn, variable, state, isVerified, message }: Remote) => ({
  name,
  url,
  permissions,
  keyIn,
  variable,
  state: state === 'ready' && !isVerified ? 'notChecked' : state,
  why: message,
});
