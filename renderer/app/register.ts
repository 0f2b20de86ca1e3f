/**
 * The features of the window. This is the only file that knows all of them. It is part of the first load, so what a feature renders, and most of what its
 * actions run, is loaded later (platform/lazy-code.ts).
 */
import { registerFeatures } from '../commands/feature.ts';
import { feature as assets } from '../features/assets/feature.ts';
import { feature as backups } from '../features/backups/feature.ts';
import { feature as board } from '../features/board/feature.ts';
import { feature as comments } from '../features/comments/feature.ts';
import { feature as damage } from '../features/damage/feature.ts';
import { feature as find } from '../features/find/feature.ts';
import { feature as history } from '../features/history/feature.ts';
import { feature as inspector } from '../features/inspector/feature.ts';
import { feature as play } from '../features/play/feature.ts';
import { feature as problems } from '../features/problems/feature.ts';
import { feature as project } from '../features/project/feature.ts';
import { feature as projects } from '../features/projects/feature.ts';
import { feature as recordTrees } from '../features/record-trees/feature.ts';
import { feature as recovery } from '../features/recovery/feature.ts';
import { feature as settings } from '../features/settings/feature.ts';
import { feature as shortcuts } from '../features/shortcuts/feature.ts';
import { feature as spelling } from '../features/spelling/feature.ts';
import { feature as storyFolder } from '../features/story-folder/feature.ts';
import { feature as stylesheet } from '../features/stylesheet/feature.ts';
import { feature as sync } from '../features/sync/feature.ts';
import { feature as targets } from '../features/targets/feature.ts';
import { feature as translations } from '../features/translations/feature.ts';
import { feature as updates } from '../features/updates/feature.ts';
import { feature as variables } from '../features/variables/feature.ts';
import { feature as frame } from './feature.ts';

/** The order of the panes of a side, and of actions within their groups. */
const features = [
  projects,
  history,
  recordTrees,
  assets,
  problems,
  targets,
  storyFolder,
  variables,
  project,
  translations,
  stylesheet,
  find,
  board,
  sync,
  comments,
  play,
  inspector,
  settings,
  shortcuts,
  spelling,
  backups,
  updates,
  damage,
  recovery,
  frame,
] as const;

declare module '../commands/feature.ts' {
  interface RegisteredFeatures {
    readonly features: typeof features;
  }
}

registerFeatures(features);
