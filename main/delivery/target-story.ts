/** Reads the story of a target: rendered with its settings, or as it is in the folder. */
import { mainStoryPath } from '../exporters/exporter.ts';
import type { CompletedDelivery } from './delivery-run.ts';
import { type StorySource, storySourceFrom } from './editor-integration.ts';
import type { StoredTarget } from './stored-target.ts';
import type { TargetDeps } from './target-deps.ts';
import type { RenderedStory, TargetFile } from './target-file.ts';

export function renderTargetStory(
  deps: TargetDeps,
  { row: { hash, engine, settings } }: StoredTarget,
): RenderedStory | Promise<RenderedStory> {
  return deps.render(hash, engine, settings);
}

/** Renders the story, and releases it when `use` has ended. */
export async function withRenderedFiles<T>(
  deps: TargetDeps,
  target: StoredTarget,
  use: (files: readonly TargetFile[]) => T | Promise<T>,
): Promise<T> {
  const { files, release } = await renderTargetStory(deps, target);
  try {
    return await use(files);
  } finally {
    release?.();
  }
}

/** The main story file, for an editor integration that uses it. */
export const renderStorySource = (deps: TargetDeps, target: StoredTarget): Promise<StorySource | undefined> =>
  withRenderedFiles(deps, target, (files) => storySourceFrom(target.exporter, files));

/** The main story file that a delivery has just written or found in the folder. */
export function deliveredStorySource({ disk }: TargetDeps, target: StoredTarget, { texts }: CompletedDelivery): StorySource | undefined {
  const mainPath = mainStoryPath(target.exporter);
  const [path, fingerprint] = texts.find(([each]) => each === mainPath) ?? [];
  if (path === undefined || !fingerprint) return undefined;
  return { sha256: fingerprint.sha256, readText: () => disk.readText(target.pathTo(path)) };
}
