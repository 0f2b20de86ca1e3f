import { message } from '../../../shared/messages/message.ts';
import { defineCliCommand } from '../define-command.ts';
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
