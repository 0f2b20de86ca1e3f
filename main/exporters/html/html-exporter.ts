import { message } from '../../../shared/messages/message.ts';
import { BoardScope } from '../../story-format/story-selection.ts';
import { defineExporter } from '../exporter.ts';
import { pageAssetIds } from './page-records.ts';
import { readPageRecords } from './read-page.ts';
import { writePage } from './write-page.ts';

/** A page that plays the story in any browser, for people without Taleport. */
export const htmlExporter = defineExporter({
  id: 'html',
  label: 'Playable page',
  description: message('exporter.html.description'),
  story: { folder: '', extension: '.html' },
  usedAssets: (project, boardIds) => pageAssetIds(project, new BoardScope(project, boardIds)),
  languageFiles: 'either',
  serialize: (project, options, chunkScope) => writePage(project, options, chunkScope),
  readRecords: readPageRecords,
  importerErrors: ['missing-start'],
  containsOwnTexts: true,
});
