import { message } from '../../../shared/messages/message.ts';
import { defineCliCommand } from '../define-command.ts';

export const folderCommands = [
  defineCliCommand({
    name: 'folder schema',
    usage: '',
    description: message('cli.folder.schema.description'),
    positionals: [],
    options: {},
    async run() {
      // Loaded here, because no other command derives schemas.
      const { folderSchema } = await import('../../story-folder/folder-schema.ts');
      const value = folderSchema();
      return { value, text: JSON.stringify(value, null, 2) };
    },
  }),
];
