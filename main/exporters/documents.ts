/** The registered documents by id. */
import type { DocumentDescription } from '../../shared/contracts/exporters.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { DocumentFormat } from './document-format.ts';
import * as registry from './document-registry.ts';

const documents: readonly DocumentFormat[] = Object.values<DocumentFormat>(registry);

export const documentIds: readonly string[] = documents.map(({ id }) => id);

/** Throws a Problem `invalid` if there is no such document. */
export function getDocument(id: string): DocumentFormat {
  const found = documents.find((each) => each.id === id);
  if (!found) throw invalidFieldProblem('format', message('fault.oneOf', { values: documentIds.join(', ') }));
  return found;
}

export const describeDocuments = (): DocumentDescription[] =>
  documents.map(({ id, label, files }) => ({ id, label, fileExtensions: Object.keys(files) }));

/** The writer for files with this extension. Throws a Problem `invalid` if there is none. */
export function documentWriterFor({ files }: DocumentFormat, extension: string): DocumentFormat['files'][string] {
  const write = files[extension];
  if (!write) throw invalidFieldProblem('file', message('fault.oneOf', { values: Object.keys(files).join(', ') }));
  return write;
}
