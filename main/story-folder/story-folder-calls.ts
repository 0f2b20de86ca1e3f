/**
 * The calls that check and export a story, answered from a story folder instead of a data folder: nothing is imported, and nothing outlives the command. The
 * handlers are those of projects.
 */
import { join } from 'node:path';
import type { Finding } from '../../shared/contracts/findings.ts';
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';
import { createExportHandlers } from '../exporters/calls.ts';
import { systemEnvironment } from '../platform/environment.ts';
import { createJobRegistry } from '../platform/job-registry.ts';
import { readStagedStory, readStoryFolder } from './read-folder.ts';
import { assetPathsByFile, createFolderProblem, describeFolderProblem, type FolderProblem } from './read-story-files.ts';

export type StoryFolderCalls = Pick<BackendHandlers, 'project.check' | 'project.export' | 'project.exportDocument' | 'project.locales'>;

interface OpenedStoryFolder {
  readonly name: string;
  readonly calls: StoryFolderCalls;
}

/** The rule of findings about files. */
const fileRule = 'story-folder';

/** Throws a Problem if the folder contains no story that can be read. */
export async function openStoryFolder(folder: string, { staged = false }: { readonly staged?: boolean } = {}): Promise<OpenedStoryFolder> {
  const story = await (staged ? readStagedStory(folder) : readStoryFolder(folder));
  const { project, problems, warnings } = story;
  const assetPaths = assetPathsByFile(story);
  const exporters = createExportHandlers({
    snapshots: { use: (_, work) => work(project, 0) },
    fileStore: {
      find: () => undefined,
      findPath(_, file) {
        const path = assetPaths.get(file);
        return path === undefined ? undefined : join(folder, path);
      },
    },
    dataFolder: null,
    jobs: createJobRegistry(() => undefined, systemEnvironment),
  });
  const assertReadable = (): void => {
    if (problems.length > 0) throw createFolderProblem(problems);
  };
  return {
    name: project.projectRecord.name,
    calls: {
      'project.check': async (input) => [
        ...problems.map((problem) => toFinding(problem, 'error')),
        ...warnings.map((warning) => toFinding(warning, 'warning')),
        ...(await exporters['project.check'](input)),
      ],
      'project.export': (input) => {
        if (!input.force) assertReadable();
        return exporters['project.export'](input);
      },
      'project.exportDocument': (input) => {
        assertReadable();
        return exporters['project.exportDocument'](input);
      },
      'project.locales': () => [...project.projectRecord.locales],
    },
  };
}

const toFinding = (problem: FolderProblem, severity: Finding['severity']): Finding => ({
  severity,
  rule: fileRule,
  message: describeFolderProblem(problem),
  kind: 'file',
  id: problem.line === null ? problem.path : `${problem.path}:${problem.line}`,
});
