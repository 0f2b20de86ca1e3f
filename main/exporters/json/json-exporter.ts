import { message } from '../../../shared/messages/message.ts';
import { defineExporter } from '../exporter.ts';
import { baseVariant, writeJsonStory } from './write-json-story.ts';

const variant = { ...baseVariant, isPretty: true, canShowStoredNames: true };

/** The complete story for any program: nothing is converted for an engine, and the file can be imported again. */
export const jsonExporter = defineExporter({
  id: 'json',
  label: 'JSON',
  description: message('exporter.json.description'),
  story: { folder: '', extension: '.json' },
  languageFiles: 'either',
  serialize: (project, options, chunkScope) => writeJsonStory(project, { id: 'json', variant }, options, chunkScope),
  isImportable: true,
  rest: { acceptsBoardIds: true, acceptsFallbackContents: false, acceptsStoredNames: true },
});
