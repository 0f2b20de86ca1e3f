import type { Remote } from '../../../shared/contracts/sync.ts';
import { defineCliCommand, requireOption } from '../define-command.ts';
import { formatTable } from '../format-text.ts';

/** Remotes: hosted workspaces that projects are synced with. A key is named by its environment variable, never given as an argument. */
export const remoteCommands = [
  defineCliCommand({
    name: 'remote add',
    usage: 'NAME --url U --key-env VAR',
    description: 'adds a hosted workspace; its key is in the environment variable VAR, now and at each start',
    positionals: ['NAME'],
    options: { url: { type: 'string' }, 'key-env': { type: 'string' } },
    async run({ positionals: [name = ''], values }, session) {
      const url = requireOption('--url', values.url);
      const variable = requireOption('--key-env', values['key-env']);
      const remote = await session().invoke('remote.add', { name, url, key: { variable } });
      const may = (remote.permissions ?? []).map((each) => each.replace('project:', '')).join(' and ');
      return { value: toRemoteJson(remote), text: `${remote.name} is ${remote.url}; the key may ${may} projects.` };
    },
  }),
  defineCliCommand({
    name: 'remote list',
    usage: '',
    description: 'lists the hosted workspaces',
    positionals: [],
    options: {},
    async run(_, session) {
      const remotes = await session().invoke('remote.list', {});
      const rows = remotes.map((remote) => [remote.name, remote.url, remote.variable ?? remote.keyIn, remote.why ?? remote.state]);
      return {
        value: remotes.map(toRemoteJson),
        text: rows.length > 0 ? formatTable(['remote', 'address', 'key', 'state'], rows) : 'There are no remotes yet.',
      };
    },
  }),
  defineCliCommand({
    name: 'remote projects',
    usage: 'NAME',
    description: 'lists the projects of a hosted workspace',
    positionals: ['NAME'],
    options: {},
    async run({ positionals: [name = ''] }, session) {
      const projects = await session().invoke('remote.projects', { name });
      const rows = projects.map(({ hash, name: called, local }) => [hash, called, local ?? '']);
      return {
        value: projects,
        text: rows.length > 0 ? formatTable(['project', 'name', 'synced as'], rows) : `${name} shows no projects.`,
      };
    },
  }),
  defineCliCommand({
    name: 'remote remove',
    usage: 'NAME',
    description: 'removes a hosted workspace that no project is synced with',
    positionals: ['NAME'],
    options: {},
    async run({ positionals: [name = ''] }, session) {
      await session().invoke('remote.remove', { name });
      return { value: { name }, text: `${name} has been removed.` };
    },
  }),
];

const toRemoteJson = ({ name, url, permissions, keyIn, variable, state, why }: Remote) => ({
  name,
  url,
  permissions,
  keyIn,
  variable,
  state,
  why,
});
