import { resolve } from 'node:path';
import { message } from '../../../shared/messages/message.ts';
import { assertNotEmpty, defineCliCommand } from '../define-command.ts';
import { formatShortTime, formatTable } from '../format-text.ts';

/** Lists the projects of the data folder. */
export const projectsCommand = defineCliCommand({
  name: 'projects',
  usage: '',
  description: message('cli.projects.description'),
  positionals: [],
  options: {},
  async run(_, session) {
    const { invoke, translator } = session();
    const projects = await invoke('project.list', {});
    const rows = projects.map(({ hash, name, updatedAt }) => [hash, formatShortTime(updatedAt), name]);
    return {
      value: projects.map(({ hash, name, updatedAt, createdAt, status }) => ({ hash, name, updatedAt, createdAt, status })),
      text: rows.length > 0 ? formatTable(['project', 'changed', 'name'], rows, translator) : translator.t('cli.projects.none'),
    };
  },
});

/** Imports a project: a portable project file, a JSON file, a folder or .zip that contains a project and its files, or a story folder (G27: --repair). */
export const importCommand = defineCliCommand({
  name: 'import',
  usage: 'FILE|FOLDER|ZIP [--name N] [--repair]',
  description: message('cli.import.description'),
  positionals: ['FILE|FOLDER|ZIP'],
  options: { name: { type: 'string' }, repair: { type: 'boolean' } },
  async run({ positionals: [source = ''], values: { name, repair } }, session) {
    assertNotEmpty('--name', name);
    const {
      invoke,
      translator: { t },
    } = session();
    const {
      hash,
      projectId,
      name: importedName,
      notes,
    } = await invoke('project.import', {
      source: { path: resolve(source) },
      ...(name !== undefined && { name }),
      ...(repair && { repair }),
    });
    const text = [t('cli.import.done', { name: importedName, hash }), ...notes.map((note) => `  - ${t(note)}`)].join('\n');
    return { value: { hash, projectId, name: importedName, notes }, text };
  },
});
