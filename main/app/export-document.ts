/** Writes a document for people, such as a voice recording script, to a file. */
import { extname } from 'node:path';
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { WrittenFile } from '../../shared/contracts/ipc/results.ts';
import { message } from '../../shared/messages/message.ts';
import type { Project } from '../../shared/model/project.ts';
import { invalidFieldProblem } from '../../shared/problem.ts';
import { writeDocumentInThread } from '../exporters/document-thread.ts';
import { documentWriterFor, getDocument } from '../exporters/documents.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import { assertWritable, replaceExport } from './export-to-file.ts';

interface DocumentDeps {
  readonly snapshots: ExportSnapshots;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
}

/** The extension of the file selects the document format. If no languages are given, the main one is written. */
export async function exportDocument(
  { hash, file, format, noClobber, language = 'en', options = {} }: CallInput<'project.exportDocument'>,
  { snapshots, dataFolder }: DocumentDeps,
): Promise<WrittenFile> {
  const extension = extname(file).toLowerCase();
  documentWriterFor(getDocument(format), extension);
  await assertWritable(file, { dataFolder, mode: noClobber ? 'create' : 'replace' });
  const { project, release } = await snapshots.acquire(hash);
  try {
    const { locales = [project.mainLocale], boardIds = [], componentIds = [] } = options;
    assertFound(project, locales, componentIds);
    const bytes = await writeDocumentInThread(project, { format, extension, language, options: { locales, boardIds, componentIds } });
    return { file, bytes: await replaceExport(file, bytes) };
  } finally {
    release();
  }
}

function assertFound(project: Project, locales: readonly string[], componentIds: readonly string[]): void {
  const isos = project.projectRecord.locales.map(({ iso }) => iso);
  const locale = locales.find((iso) => !isos.includes(iso));
  if (locale !== undefined) throw invalidFieldProblem('options.locales', message('fault.query.unknownLanguage', { locale }));
  if (!componentIds.every((id) => project.find('component', id)))
    throw invalidFieldProblem('options.componentIds', message('fault.query.unknownComponent'));
}
