import { resolve } from 'node:path';
import { defineCommand } from './command-entry.ts';

/** Takes in a story: a JSON file, or a folder or .zip that holds one and its files (G27: --repair). */
export const importCommand = defineCommand({
  name: 'import',
  usage: 'FILE|FOLDER|ZIP [--name N] [--repair]',
  does: 'makes a project of a story; --repair leaves out references to nothing',
  words: ['FILE|FOLDER|ZIP'],
  options: { name: { type: 'string' }, repair: { type: 'boolean' } },
  async run({ words: [source = ''], values: { name, repair } }, session) {
    const made = await session().ask('project.import', {
      source: { path: resolve(source) },
      ...(name !== undefined && { name }),
      ...(repair && { repair }),
    });
    const { hash, projectId, notes } = made;
    const text = [`Imported "${made.name}" as ${hash}.`, ...notes.map((note) => `  - ${note}`)].join('\n');
    return { value: { hash, projectId, name: made.name, notes }, text };
  },
});
