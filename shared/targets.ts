/** A target: a folder of a game project into which a story is exported whenever it changes. */
import { z } from 'zod';
import { exportFormats, type Finding } from './findings.ts';

/** Which languages a target writes: the main one, one chosen, or all of them (a file for each where the engine needs it). */
export const targetSettings = z.strictObject({
  locales: z.union([z.literal('main'), z.literal('all'), z.array(z.string().min(1)).min(1)]),
  fallbackContents: z.boolean(),
  on: z.boolean(),
});
export type TargetSettings = z.infer<typeof targetSettings>;

export const engineOrJson = z.enum(exportFormats);

/** How a target is; `sentence` says it in the user's words. Blocked ones try again by themselves where that can help. */
export interface TargetState {
  readonly state: 'off' | 'waiting' | 'writing' | 'upToDate' | 'blocked' | 'changedByOthers';
  readonly sentence: string;
  /** ISO 8601; when the files were last found or made equal to the story. */
  readonly lastExport: string | null;
  /** The version of the project that the files hold. */
  readonly version: number | null;
  readonly files: number;
  readonly bytes: number;
  /** Files that someone else changed or deleted: relative paths. */
  readonly foreign: readonly { readonly path: string; readonly what: 'changed' | 'deleted' | 'present' }[];
  readonly findings: readonly Finding[];
}

export interface Target extends TargetSettings {
  readonly id: string;
  readonly hash: string;
  readonly engine: z.infer<typeof engineOrJson>;
  /** The root of the game project, an absolute path. */
  readonly folder: string;
  readonly status: TargetState;
}

/** What `target run` did: relative paths. With a dry run, what it would do. */
export interface Delivery {
  readonly id: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** What a folder looks like: the game projects found in it or above it. */
export interface Detected {
  readonly engine: z.infer<typeof engineOrJson>;
  readonly folder: string;
  readonly name: string;
}
