/**
 * The mirror of one project against a remote that behaves as badly as remotes do, under one seed: edits here, edits there, faults, time, kills.
 * Faults always end; then both sides are the same, but for what is in question.
 */
import { describe, expect, test } from 'vitest';
import { differences } from './nothing-lost.ts';
import { StoryOnTwoSides } from './seeded.ts';

const rounds = Number(process.env.TALEPORT_ROUNDS ?? 1);
const only = process.env.TALEPORT_SEED;
/** Seeds that found something once. */
const kept = [243, 684, 912, 1212, 1914];
const seeds = only ? [Number(only)] : kept.concat(Array.from({ length: 60 * rounds }, (_, at) => at + 1));

async function lived(seed: number): Promise<string[]> {
  const story = await StoryOnTwoSides.begin(seed);
  try {
    await story.live(100);
    await story.comeToRest();
    if (differences(story).length > 0) throw new Error(differences(story).join(' | '));
    expect(story.lost.join()).toBe('');
    expect(story.strangers().join()).toBe('');
    expect(story.remote.counts.idle).toBeLessThanOrEqual(1);
  } catch (error) {
    throw new Error(`seed ${seed}:\n${story.trace.slice(only ? 0 : -60).join('\n')}\n${error instanceof Error ? error.stack : error}`);
  }
  await story.end();
  return story.trace;
}

describe('the loop', { timeout: 1_200_000 }, () => {
  test('[I1–I8, I16, I17] every seed ends with both sides the same', async () => {
    for (const seed of seeds) await lived(seed);
  });

  test('[I24] the same seed gives the same trace', async () => {
    for (const seed of [3, 14, 15]) expect(await lived(seed)).toEqual(await lived(seed));
  });
});
