/** The story as a file that is no target's. What an engine's importer would throw on is refused. */
import type { Input } from '../../shared/ipc/ask.ts';
import { Problem } from '../../shared/problem.ts';
import type { Project } from '../../shared/project.ts';
import type { World } from '../../shared/world.ts';
import { checkInSteps } from '../export/check.ts';
import { type StoryExport, storyPieces } from '../export/export-story.ts';
import { Turns } from '../turns.ts';
import type { StillStories } from './still-stories.ts';
import { writeWhole } from './write-whole.ts';

export async function exportToFile({ hash, file, options }: Input<'project.export'>, stories: StillStories, world: World) {
  const { project, release } = await stories.take(hash);
  try {
    const locales = options.allLocales ? undefined : [options.locale ?? project.mainLocale];
    const findings = await new Turns().end(checkInSteps(project, options.format, { ...options, locales }));
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (options.format !== 'json' && errors.length > 0) {
      const faults = errors.map(({ kind, id, message }, at): [string, string] => [`${kind}.${id}.${at}`, message]);
      const list = errors.map(({ message }) => message).join('\n');
      throw new Problem('storyError', `The story cannot be exported to ${options.format} until this is mended:\n${list}`, {
        errors: Object.fromEntries(faults),
      });
    }
    const bytes = await writeWhole(file, bytesOf(project, { ...options, as: 'file' }), world.newId());
    return { file, bytes, warnings: findings.filter(({ severity }) => severity !== 'hint') };
  } finally {
    release();
  }
}

async function* bytesOf(project: Project, options: StoryExport): AsyncGenerator<Uint8Array> {
  for await (const { text } of new Turns().through(storyPieces(project, options, 'all'))) if (text) yield Buffer.from(text);
}
