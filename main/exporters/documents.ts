/** The registered documents by id. */
import { extname } from 'node:path';
import type { DocumentDescription } from '../../shared/contracts/exporters.ts';
import { message } from '../../shared/messages/message.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import type { DocumentFormat } from './document-format.ts';
import * as registry from './document-registry.ts';

const documents: readonly DocumentFormat[] = Object.values<DocumentFormat>(registry);

export const documentIds: readonly string[] = documents.map(({ id }) => id);

export const findDocument = (id: string): DocumentFormat | undefined => documents.find((each) => each.id === id);

export const describeDocuments = (): DocumentDescription[] =>
  documents.map(({ id, label, files }) => ({ id, label, fileExtensions: Object.keys(files) }));

/** The writer for a file by its extension. Throws `invalid` for another extension. */
export function documentWriterFor({ files }: DocumentFormat, file: string): DocumentFormat['files'][string] {
  const write = files[extname(file).toLowerCase()];
  if (!write) throw invalidFieldProblem('file', message('fault.oneOf', { values: Object.keys(files).join(', ') }));
  return write;
}
