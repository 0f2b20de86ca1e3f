/** Calls about exporters and targets. */

import { z } from 'zod';
import { type DocumentDescription, type ExporterDescription, exporterIdSchema } from '../exporters.ts';
import type { AppliedFixes } from '../findings.ts';
import {
  type AppliedEdits,
  type Delivery,
  type DetectedGameProject,
  type EditorIntegrationOffer,
  type ExportHistoryEntry,
  type FileComparison,
  type ForeignEdits,
  fileVersionSchema,
  type ReleaseComparison,
  releaseNameSchema,
  type StoryComparison,
  type Target,
  targetSettingsSchema,
  targetVersionSchema,
} from '../targets.ts';
import { defineCall, forceSchema, hashSchema, noInput, pathSchema } from './define-call.ts';

export const targetCalls = {
  'exporter.list': defineCall(noInput).returns<ExporterDescription[]>(),
  'exporter.documents': defineCall(noInput).returns<DocumentDescription[]>(),
  'target.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<Target[]>(),
  'target.detect': defineCall(z.strictObject({ folder: pathSchema })).returns<DetectedGameProject[]>(),
  /** The folder of an example game, created if it does not exist, for trying exports without a game. */
  'target.example': defineCall(noInput).returns<string>(),
  'target.add': defineCall(
    z.strictObject({
      hash: hashSchema,
      folder: pathSchema,
      engine: exporterIdSchema.optional(),
      settings: targetSettingsSchema.partial().optional(),
      force: forceSchema,
      /** Whether the first export also overwrites files of other programs, such as those of an export from another computer. */
      overwrite: z.boolean().optional(),
    }),
  ).returns<Target & { files: string[] }>(),
  'target.change': defineCall(z.strictObject({ id: z.string(), settings: targetSettingsSchema.partial() })).returns<Target>(),
  /** Continues in another folder, to which the user has moved the game project, with the same settings, files and history. */
  'target.relocate': defineCall(z.strictObject({ id: z.string(), folder: pathSchema, force: forceSchema })).returns<Target>(),
  'target.remove': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  /** `changedFiles`: what to do with files that another program has changed, as the run finds them. Without it, they stop the run. */
  'target.run': defineCall(
    z.strictObject({
      id: z.string().optional(),
      dryRun: z.boolean().optional(),
      changedFiles: z.enum(['restore', 'keep']).optional(),
    }),
  ).returns<Delivery[]>(),
  /**
   * What to do with files that another program changed: overwrite them, keep them (the target then leaves them alone, until `restoreKept` overwrites
   * all that were kept), or stop the target. With `seen`, only if the files still have those versions.
   */
  'target.resolve': defineCall(
    z.strictObject({
      id: z.string(),
      choice: z.enum(['restore', 'keep', 'restoreKept', 'stop']),
      seen: z.array(fileVersionSchema).optional(),
    }),
  ).returns<Target>(),
  /** The changes of another program in the exported files, as values that can be applied to the story. */
  'target.foreignEdits': defineCall(z.strictObject({ id: z.string() })).returns<ForeignEdits>(),
  /** Applies some of them, as one step that can be undone; with `overwrites`, the export then replaces the files that the user has seen. */
  'target.applyEdits': defineCall(
    z.strictObject({
      id: z.string(),
      edits: z.array(z.string()).min(1).max(10_000),
      seen: z.array(fileVersionSchema),
      overwrites: z.boolean(),
    }),
  ).returns<AppliedEdits>(),
  /** Like `project.applyFixes`, for the findings of a target. */
  'target.applyFixes': defineCall(z.strictObject({ id: z.string(), fixes: z.array(z.string()).min(1) })).returns<AppliedFixes>(),
  /** The content of a file that another program changed, and what the target would write. */
  'target.compare': defineCall(z.strictObject({ id: z.string(), path: pathSchema })).returns<FileComparison>(),
  /** The editor integrations that this folder's engine offers; the setting `integrationFile` enables one of them. */
  'target.integrations': defineCall(z.strictObject({ id: z.string() })).returns<EditorIntegrationOffer[]>(),
  /** What changed in the story between two versions of the export. */
  'target.storyChanges': defineCall(
    z.strictObject({ id: z.string(), from: targetVersionSchema, to: targetVersionSchema }),
  ).returns<StoryComparison>(),
  /** What has changed since a release, and what games lose that were saved with it. */
  'target.releaseChanges': defineCall(z.strictObject({ id: z.string(), release: z.string() })).returns<ReleaseComparison>(),
  /** Pins an export as a release: the newest without `exportId`; null removes the release. */
  'target.release': defineCall(
    z.strictObject({ id: z.string(), name: releaseNameSchema, exportId: z.string().nullable().optional() }),
  ).returns<{ readonly export: string | null }>(),
  'target.history': defineCall(z.strictObject({ id: z.string() })).returns<ExportHistoryEntry[]>(),
  /** Restores an export of the history and pauses the target, so that it stays. */
  'target.restoreExport': defineCall(z.strictObject({ id: z.string(), exportId: z.string() })).returns<Delivery>(),
};
