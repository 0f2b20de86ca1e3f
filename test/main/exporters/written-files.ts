/** The files of a target with their whole texts. */
import { getExporter } from '../../../main/exporters/exporters.ts';
import { createStoryFiles } from '../../../main/exporters/story-files.ts';
import { readFullText } from '../../../shared/contracts/export-file.ts';
import type { Project } from '../../../shared/model/project.ts';

type Settings = Parameters<typeof createStoryFiles>[2];

export const writtenFiles = (
  project: Project,
  engine: string,
  settings: Settings,
  renamedAssets: ReadonlyMap<string, string> = new Map(),
): { path: string; text: string }[] =>
  createStoryFiles(project, getExporter(engine), settings, { renamedAssets, paths: new Map() }).map((file) => ({
    path: file.path,
    text: readFullText(file),
  }));
