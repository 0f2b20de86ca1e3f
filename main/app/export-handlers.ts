/** Handlers of the calls that export a project to a file, check it for an engine, and describe the formats. */
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { FileStore } from '../assets/file-store.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { groupFindings } from '../exporters/checks/group-findings.ts';
import { describeDocuments } from '../exporters/documents.ts';
import { describeExporters, getExporter } from '../exporters/exporters.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { exportDocument } from './export-document.ts';
import type { ExportSnapshots } from './export-snapshots.ts';
import { exportProjectFile, exportToFile } from './export-to-file.ts';
import type { ExportHandlers } from './handler-types.ts';
import type { JobRegistry } from './job-registry.ts';

interface ExportHandlerDeps {
  readonly snapshots: ExportSnapshots;
  readonly fileStore: FileStore;
  /** null if the projects are only in memory. */
  readonly dataFolder: string | null;
  readonly jobs: JobRegistry;
}

export function createExportHandlers({ snapshots, fileStore, dataFolder, jobs }: ExportHandlerDeps): ExportHandlers {
  const checkSnapshot = async ({ hash, engine: exporterId, ...options }: CallInput<'project.check'>) => {
    if (exporterId !== undefined) getExporter(exporterId, 'engine');
    const { project, version, release } = await snapshots.acquire(hash);
    return { version, findings: await new CooperativeYielder().runToEnd(checkStoryInSteps(project, exporterId, options)).finally(release) };
  };

  return {
    'project.export': (input) => exportToFile(input, { snapshots, fileStore, dataFolder }),
    'project.exportDocument': (input) => exportDocument(input, { snapshots, dataFolder }),
    'project.writeProjectFile': (input) => exportProjectFile(input, { snapshots, fileStore, dataFolder, jobs }),
    'project.check': async (input) => {
      const { findings } = await checkSnapshot(input);
      return [...findings];
    },
    'project.problems': async (input) => {
      const { version, findings } = await checkSnapshot(input);
      return { version, groups: groupFindings(findings) };
    },
    'exporter.list': () => describeExporters(),
    'exporter.documents': () => describeDocuments(),
  };
}
