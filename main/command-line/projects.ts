import { defineCommand } from './command-entry.ts';
import { shortTime, table } from './text.ts';

/** Lists the projects of the data folder. */
export const projectsCommand = defineCommand({
  name: 'projects',
  usage: '',
  does: 'lists the projects',
  words: [],
  options: {},
  async run(_, session) {
    const projects = await session().ask('project.list', {});
    const rows = projects.map(({ hash, name, updatedAt }) => [hash, shortTime(updatedAt), name]);
    return {
      value: projects.map(({ hash, name, updatedAt, createdAt, status }) => ({ hash, name, updatedAt, createdAt, status })),
      text: rows.length > 0 ? table(['project', 'changed', 'name'], rows) : 'There are no projects yet.',
    };
  },
});
