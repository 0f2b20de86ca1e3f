/** The story as a file that is no target's. What an engine's importer would throw on is refused. */
import type { CallInput } from '../../shared/contracts/ipc/call-types.ts';
import type { Environment } from '../../shared/environment.ts';
import type { Project } from '../../shared/model/project.ts';
import { Problem } from '../../shared/problem.ts';
import { checkStoryInSteps } from '../exporters/checks/check-story.ts';
import { exportStoryPieces, type StoryExportOptions } from '../exporters/export-story.ts';
import { getExporter } from '../exporters/exporters.ts';
import { CooperativeYielder } from '../platform/cooperative-yielder.ts';
import { writeFileAtomically } from '../platform/write-file-atomically.ts';
import type { ExportSnapshots } from './export-snapshots.ts';

export async function exportToFile({ hash, file, options }: CallInput<'project.export'>, stories: ExportSnapshots, world: Environment) {
  getExporter(options.format, 'options.format');
  const { project, release } = await stories.acquire(hash);
  try {
    const locales = options.allLocales ? undefined : [options.locale ?? project.mainLocale];
    const findings = await new CooperativeYielder().runToEnd(checkStoryInSteps(project, options.format, { ...options, locales }));
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) {
      const faults = errors.map(({ kind, id, message }, at): [string, string] => [`${kind}.${id}.${at}`, message]);
      const list = errors.map(({ message }) => message).join('\n');
      throw new Problem('storyError', `The story cannot be exported to ${options.format} until this is mended:\n${list}`, {
        errors: Object.fromEntries(faults),
      });
    }
    const bytes = await writeFileAtomically(file, exportChunks(project, { ...options, destination: 'file' }), world.newId());
    return { file, bytes, warnings: findings.filter(({ severity }) => severity !== 'hint') };
  } finally {
    release();
  }
}

async function* exportChunks(project: Project, options: StoryExportOptions): AsyncGenerator<Uint8Array> {
  for await (const { text } of new CooperativeYielder().iterate(exportStoryPieces(project, options, 'all')))
    if (text) yield Buffer.from(text);
}
