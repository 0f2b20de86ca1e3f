/** Calls about projects, and the versions of their records. */

import { z } from 'zod';
import { languageIds } from '../../messages/languages.ts';
import { type CommandResult, commandSchema } from '../../model/commands.ts';
import type { Locale } from '../../model/kinds/project.ts';
import { draftSchema } from '../draft-schema.ts';
import type { ListedDraft } from '../drafts.ts';
import { exporterIdSchema } from '../exporters.ts';
import type { AppliedFixes, Finding, StoryProblems } from '../findings.ts';
import type { RecordVersion, RemovedRecordsPage } from '../sync.ts';
import { defineCall, hashSchema, noInput, pathSchema, writtenFileSchema, writtenFolderSchema } from './define-call.ts';
import type {
  CreatedProject,
  ExportResult,
  ImportedProject,
  ProjectOverview,
  ProjectSnapshot,
  ProjectSummary,
  RecordChunks,
  UndoResult,
  WrittenFile,
  WrittenFolder,
} from './results.ts';

export const projectTemplates = [
  'empty',
  'sample',
  'video-sample',
  'game-engine-sample',
  'tabletop-campaign-sample',
  'visual-novel',
  'cyber-security-sample',
] as const;

const exportOptionsSchema = z.strictObject({
  format: exporterIdSchema,
  locale: z.string().optional(),
  allLocales: z.boolean().optional(),
  fallbackContents: z.boolean().optional(),
  boardIds: z.array(z.string()).optional(),
  pluginVersion: z.string().nullable().optional(),
  compact: z.boolean().optional(),
});

/** `boardIds`, `pluginVersion`: as in the settings of a target. */
const checkInput = z.strictObject({
  hash: hashSchema,
  engine: exporterIdSchema.optional(),
  boardIds: z.array(z.string()).optional(),
  pluginVersion: z.string().nullable().optional(),
});

export const projectCalls = {
  'project.list': defineCall(noInput).returns<ProjectSummary[]>(),
  'project.overview': defineCall(z.strictObject({ hash: hashSchema })).returns<ProjectOverview>(),
  'project.create': defineCall(
    z.strictObject({ template: z.enum(projectTemplates), name: z.string().min(1).max(255).optional() }),
  ).returns<CreatedProject>(),
  /**
   * Imports a portable project file, a JSON file, a folder, a .zip or a story folder (docs/story-folder.md) by path, or the text of a dropped file. `repair`
   * leaves out broken references (G27). `job` names its progress events.
   */
  'project.import': defineCall(
    z.strictObject({
      source: z.union([
        /** `fileName`: the original name, if `path` is a temporary copy. */
        z.strictObject({ path: pathSchema, fileName: z.string().optional() }),
        z.strictObject({ text: z.string(), fileName: z.string() }),
      ]),
      name: z.string().min(1).max(255).optional(),
      repair: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).returns<ImportedProject>(),
  'project.rename': defineCall(z.strictObject({ hash: hashSchema, name: z.string().min(1).max(255) })).returns<null>(),
  /** `discard` removes a synced project even if the remote does not have all of its local changes (I28). */
  'project.remove': defineCall(z.strictObject({ hash: hashSchema, discard: z.boolean().optional() })).returns<null>(),
  /** The current project; with `inPieces`, its first chunks. Later changes are reported by `project.changed`. */
  'project.read': defineCall(z.strictObject({ hash: hashSchema, inPieces: z.boolean().optional() })).returns<ProjectSnapshot>(),
  /** The next chunks of a project, as it was when `project.read` was called. Each chunk is returned once. */
  'project.readNext': defineCall(z.strictObject({ reading: z.string() })).returns<RecordChunks>(),
  'project.send': defineCall(z.strictObject({ hash: hashSchema, command: commandSchema })).returns<CommandResult>(),
  'project.undo': defineCall(z.strictObject({ hash: hashSchema })).returns<UndoResult>(),
  'project.redo': defineCall(z.strictObject({ hash: hashSchema })).returns<UndoResult>(),
  'project.locales': defineCall(z.strictObject({ hash: hashSchema })).returns<Locale[]>(),
  /** Writes an export to a file outside of any target. The story is checked first; errors reject the call with all findings. */
  'project.export': defineCall(
    z.strictObject({
      hash: hashSchema,
      file: writtenFileSchema,
      options: exportOptionsSchema,
      /** Rejects an existing file instead of replacing it. */
      noClobber: z.boolean().optional(),
      /** Writes the export despite errors, which are then among the warnings of the result. */
      force: z.boolean().optional(),
    }),
  ).returns<ExportResult>(),
  /** Writes a document for people to a file, in the format of the file's extension. */
  'project.exportDocument': defineCall(
    z.strictObject({
      hash: hashSchema,
      file: writtenFileSchema,
      format: exporterIdSchema,
      /** Rejects an existing file instead of replacing it. */
      noClobber: z.boolean().optional(),
      /** The language of what is not part of the story, such as headings; English by default. */
      language: z.enum(languageIds).optional(),
      options: z
        .strictObject({
          /** The languages beside each other; without them, the main one. */
          locales: z.array(z.string()).min(1).optional(),
          boardIds: z.array(z.string()).optional(),
          /** Only elements with one of these components. */
          componentIds: z.array(z.string()).optional(),
        })
        .optional(),
    }),
  ).returns<WrittenFile>(),
  /** Writes everything that is stored of a project to a portable project file (docs/project-file.md). `job` names its progress events. */
  'project.writeProjectFile': defineCall(
    z.strictObject({
      hash: hashSchema,
      file: writtenFileSchema,
      /** Rejects an existing file instead of replacing it. */
      noClobber: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).returns<WrittenFile>(),
  /** Writes the story as text files into a new or empty folder (docs/story-folder.md). */
  'project.writeStoryFolder': defineCall(z.strictObject({ hash: hashSchema, folder: writtenFolderSchema })).returns<WrittenFolder>(),
  'project.check': defineCall(checkInput).returns<Finding[]>(),
  /** The same findings in groups of limited size. Repeated calls only check what has changed. */
  'project.problems': defineCall(checkInput).returns<StoryProblems>(),
  /** Applies the fixes with these ids that a check of the present story finds, as one step that can be undone. Others no longer apply. */
  'project.applyFixes': defineCall(checkInput.extend({ fixes: z.array(z.string()).min(1) })).returns<AppliedFixes>(),
  /** What was typed in the fields of a project and is not saved, in every session of a window. */
  'draft.list': defineCall(z.strictObject({ hash: hashSchema })).returns<ListedDraft[]>(),
  'draft.put': defineCall(z.strictObject({ hash: hashSchema, draft: draftSchema })).returns<null>(),
  /** Removes the draft of a field, unless another session has typed there since. */
  'draft.discard': defineCall(z.strictObject({ hash: hashSchema, name: z.string(), session: z.string() })).returns<null>(),
  /** Earlier versions of a record, as far back as the journal goes. */
  'record.versions': defineCall(z.strictObject({ hash: hashSchema, id: z.string() })).returns<RecordVersion[]>(),
  /** Restores that version of the record, or its last one if it was removed; one undo step. `skipped` names what could not be restored. */
  'record.restore': defineCall(z.strictObject({ hash: hashSchema, id: z.string(), version: z.int().optional() })).returns<UndoResult>(),
  /** Removed records, newest first: the newest page, or the one after the given entry. */
  'record.removed': defineCall(z.strictObject({ hash: hashSchema, before: z.string().optional() })).returns<RemovedRecordsPage>(),
};
