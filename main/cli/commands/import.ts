import { resolve } from 'node:path';
import { defineCliCommand } from '../define-command.ts';

/** Takes in a story: a JSON file, or a folder or .zip that holds one and its files (G27: --repair). */
export const importCommand = defineCliCommand({
  name: 'import',
  usage: 'FILE|FOLDER|ZIP [--name N] [--repair]',
  description: 'makes a project of a story; --repair leaves out references to nothing',
  positionals: ['FILE|FOLDER|ZIP'],
  options: { name: { type: 'string' }, repair: { type: 'boolean' } },
  async run({ positionals: [source = ''], values: { name, repair } }, session) {
    const made = await session().invoke('project.import', {
      source: { path: resolve(source) },
      ...(name !== undefined && { name }),
      ...(repair && { repair }),
    });
    const { hash, projectId, notes } = made;
    const text = [`Imported "${made.name}" as ${hash}.`, ...notes.map((note) => `  - ${note}`)].join('\n');
    return { value: { hash, projectId, name: made.name, notes }, text };
  },
});
