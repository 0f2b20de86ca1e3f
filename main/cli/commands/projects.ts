import { defineCliCommand } from '../define-command.ts';
import { formatShortTime, formatTable } from '../format-text.ts';

/** Lists the projects of the data folder. */
export const projectsCommand = defineCliCommand({
  name: 'projects',
  usage: '',
  description: 'lists the projects',
  positionals: [],
  options: {},
  async run(_, session) {
    const projects = await session().invoke('project.list', {});
    const rows = projects.map(({ hash, name, updatedAt }) => [hash, formatShortTime(updatedAt), name]);
    return {
      value: projects.map(({ hash, name, updatedAt, createdAt, status }) => ({ hash, name, updatedAt, createdAt, status })),
      text: rows.length > 0 ? formatTable(['project', 'changed', 'name'], rows) : 'There are no projects yet.',
    };
  },
});
