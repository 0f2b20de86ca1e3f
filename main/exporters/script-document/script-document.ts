import { message } from '../../../shared/messages/message.ts';
import type { DocumentFormat } from '../document-format.ts';
import { writeScriptWorkbook } from './write-script-workbook.ts';

/** A document with the lines of a story, for recording studios and translators: who says what, when, in which languages. */
export const scriptDocument: DocumentFormat = {
  id: 'script',
  label: message('document.script'),
  files: {
    // Its library is large, so it is only loaded when a document is written.
    '.docx': async (project, options) => (await import('./write-script-document.ts')).writeScriptDocument(project, options),
    '.xlsx': async (project, options) => writeScriptWorkbook(project, options),
  },
};
