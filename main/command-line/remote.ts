import type { Remote } from '../../shared/mirror.ts';
import { defineCommand, needed } from './command-entry.ts';
import { table } from './text.ts';

/** Remotes: hosted workspaces that projects are mirrored with. A key is named by its environment variable, never given as an argument. */
export const remoteCommands = [
  defineCommand({
    name: 'remote add',
    usage: 'NAME --url U --key-env VAR',
    does: 'adds a hosted workspace; its key is in the environment variable VAR, now and at each start',
    words: ['NAME'],
    options: { url: { type: 'string' }, 'key-env': { type: 'string' } },
    async run({ words: [name = ''], values }, session) {
      const url = needed('--url', values.url);
      const variable = needed('--key-env', values['key-env']);
      const remote = await session().ask('remote.add', { name, url, key: { variable } });
      const may = (remote.permissions ?? []).map((each) => each.replace('project:', '')).join(' and ');
      return { value: shown(remote), text: `${remote.name} is ${remote.url}; the key may ${may} projects.` };
    },
  }),
  defineCommand({
    name: 'remote list',
    usage: '',
    does: 'lists the hosted workspaces',
    words: [],
    options: {},
    async run(_, session) {
      const remotes = await session().ask('remote.list', {});
      const rows = remotes.map((remote) => [remote.name, remote.url, remote.variable ?? remote.keyIn, remote.why ?? remote.state]);
      return {
        value: remotes.map(shown),
        text: rows.length > 0 ? table(['remote', 'address', 'key', 'state'], rows) : 'There are no remotes yet.',
      };
    },
  }),
  defineCommand({
    name: 'remote projects',
    usage: 'NAME',
    does: 'lists the projects of a hosted workspace',
    words: ['NAME'],
    options: {},
    async run({ words: [name = ''] }, session) {
      const projects = await session().ask('remote.projects', { name });
      const rows = projects.map(({ hash, name: called, local }) => [hash, called, local ?? '']);
      return { value: projects, text: rows.length > 0 ? table(['project', 'name', 'mirrored as'], rows) : `${name} shows no projects.` };
    },
  }),
  defineCommand({
    name: 'remote remove',
    usage: 'NAME',
    does: 'forgets a hosted workspace with which nothing is mirrored any more',
    words: ['NAME'],
    options: {},
    async run({ words: [name = ''] }, session) {
      await session().ask('remote.remove', { name });
      return { value: { name }, text: `${name} has been removed.` };
    },
  }),
];

const shown = ({ name, url, permissions, keyIn, variable, state, why }: Remote) => ({
  name,
  url,
  permissions,
  keyIn,
  variable,
  state,
  why,
});
