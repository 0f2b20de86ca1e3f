/**
 * The one contract between the program and whoever drives it: the window (Electron IPC), the browser shell (HTTP on
 * loopback) and the command line (the owner's socket). Inputs are parsed where they arrive; answers are
 * `{ok: true, value}` or `{ok: false, problem}`.
 */
import { z } from 'zod';
import { type CommandResult, commandSchema } from '../../model/commands.ts';
import type { Locale } from '../../model/kinds/project.ts';
import { type ApiKey, type Member, memberSchema, type Workspace, workspaceSchema } from '../accounts.ts';
import { type ExporterDescription, exporterIdSchema } from '../exporters.ts';
import type { Finding } from '../findings.ts';
import { keyPermissions } from '../permissions.ts';
import { mediaTypes, type StoredFile } from '../stored-file.ts';
import {
  type ConflictDetails,
  conflictResolutionSchema,
  keySourceSchema,
  type RecordVersion,
  type Remote,
  type RemoteProject,
  type RemovedRecordsPage,
  type SyncActivityEntry,
  type SyncReport,
  type SyncStatus,
} from '../sync.ts';
import {
  type Delivery,
  type DetectedGameProject,
  type EditorIntegrationOffer,
  type ExportHistoryEntry,
  type FileComparison,
  type Target,
  targetSettingsSchema,
} from '../targets.ts';

import type {
  AppInfo,
  CreatedProject,
  ExportResult,
  ImportedProject,
  ProjectSnapshot,
  ProjectSummary,
  RecordChunks,
  RestServiceStatus,
  SpellCheckStatus,
  UndoResult,
} from './results.ts';

const defineCall = <I extends z.ZodType>(input: I) => ({ returns: <O>() => ({ input, output: undefined as O }) });
const hashSchema = z.string().min(1).max(64);
const pathSchema = z.string().min(1);
const noInput = z.strictObject({});
const remoteNameSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^/\\]*$/, 'must have no / or \\');

export const projectTemplates = [
  'empty',
  'sample',
  'video-sample',
  'game-engine-sample',
  'tabletop-campaign-sample',
  'visual-novel',
  'cyber-security-sample',
] as const;

/** A menu of the window, as the list of actions has it: what is chosen comes back as `menu.chosen`. */
export const windowMenuSchema = z.strictObject({
  label: z.string(),
  items: z.array(z.strictObject({ name: z.string(), label: z.string(), keys: z.string().nullable(), enabled: z.boolean() })).max(200),
});
export type WindowMenu = z.infer<typeof windowMenuSchema>;

const exportOptionsSchema = z.strictObject({
  format: exporterIdSchema,
  locale: z.string().optional(),
  allLocales: z.boolean().optional(),
  fallbackContents: z.boolean().optional(),
  boardIds: z.array(z.string()).optional(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

const portNumberSchema = z.int().min(0).max(65535);
/** `host` other than loopback has to be asked for in so many words. Port 0 is a free one. */
const serviceOptionsSchema = z.strictObject({
  port: portNumberSchema.optional(),
  uploadFlow: z.enum(['two-step', 'single']).optional(),
  host: z.string().min(1).optional(),
});

export const calls = {
  'app.info': defineCall(noInput).returns<AppInfo>(),
  'project.list': defineCall(noInput).returns<ProjectSummary[]>(),
  'project.create': defineCall(
    z.strictObject({ template: z.enum(projectTemplates), name: z.string().min(1).max(255).optional() }),
  ).returns<CreatedProject>(),
  /** A file, a folder or a .zip by path, or the text of a dropped file. `repair` leaves out references to nothing (G27). `job` names the progress. */
  'project.import': defineCall(
    z.strictObject({
      source: z.union([z.strictObject({ path: pathSchema }), z.strictObject({ text: z.string(), fileName: z.string() })]),
      name: z.string().min(1).max(255).optional(),
      repair: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).returns<ImportedProject>(),
  'project.rename': defineCall(z.strictObject({ hash: hashSchema, name: z.string().min(1).max(255) })).returns<null>(),
  'project.remove': defineCall(z.strictObject({ hash: hashSchema })).returns<null>(),
  /** The whole project as the engine holds it now; `inPieces`: its beginning. From then on `project.changed` tells what happens to it. */
  'project.read': defineCall(z.strictObject({ hash: hashSchema, inPieces: z.boolean().optional() })).returns<ProjectSnapshot>(),
  /** More of a project that is read in pieces, as it was when the reading began. Each answer is given once. */
  'project.readNext': defineCall(z.strictObject({ reading: z.string() })).returns<RecordChunks>(),
  'project.send': defineCall(z.strictObject({ hash: hashSchema, command: commandSchema })).returns<CommandResult>(),
  'project.undo': defineCall(z.strictObject({ hash: hashSchema })).returns<UndoResult>(),
  'project.redo': defineCall(z.strictObject({ hash: hashSchema })).returns<UndoResult>(),
  'project.locales': defineCall(z.strictObject({ hash: hashSchema })).returns<Locale[]>(),
  /** Writes an export to a file outside of any target. Engine formats are checked first; an error refuses with all findings. */
  'project.export': defineCall(
    z.strictObject({
      hash: hashSchema,
      file: pathSchema,
      options: exportOptionsSchema,
      /** Refuses a file that exists instead of replacing it. */
      noClobber: z.boolean().optional(),
      /** Writes also what a check finds errors in; they are among the warnings of the result. */
      force: z.boolean().optional(),
    }),
  ).returns<ExportResult>(),
  'project.check': defineCall(z.strictObject({ hash: hashSchema, engine: exporterIdSchema.optional() })).returns<Finding[]>(),
  'exporter.list': defineCall(noInput).returns<ExporterDescription[]>(),
  'target.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<Target[]>(),
  'target.detect': defineCall(z.strictObject({ folder: pathSchema })).returns<DetectedGameProject[]>(),
  /** A folder with an example game, made if it is not there yet: for a writer who has no game to try exports with. */
  'target.example': defineCall(noInput).returns<string>(),
  'target.add': defineCall(
    z.strictObject({
      hash: hashSchema,
      folder: pathSchema,
      engine: exporterIdSchema.optional(),
      settings: targetSettingsSchema.partial().optional(),
    }),
  ).returns<Target & { files: string[] }>(),
  'target.change': defineCall(z.strictObject({ id: z.string(), settings: targetSettingsSchema.partial() })).returns<Target>(),
  'target.remove': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  'target.run': defineCall(z.strictObject({ id: z.string().optional(), dryRun: z.boolean().optional() })).returns<Delivery[]>(),
  /** What to do with files that someone else changed: write ours again, keep theirs (they are no longer ours), or stop the target. */
  'target.resolve': defineCall(z.strictObject({ id: z.string(), choice: z.enum(['restore', 'keep', 'stop']) })).returns<Target>(),
  /** What is there and what we would write, for a file that someone else changed. */
  'target.compare': defineCall(z.strictObject({ id: z.string(), path: pathSchema })).returns<FileComparison>(),
  /** The helpers that there are for this folder's editor; one of them is switched on by `helper` of the settings. */
  'target.integrations': defineCall(z.strictObject({ id: z.string() })).returns<EditorIntegrationOffer[]>(),
  'target.history': defineCall(z.strictObject({ id: z.string() })).returns<ExportHistoryEntry[]>(),
  /** Writes an export of the past again and pauses the target, so that it stays. */
  'target.rewrite': defineCall(z.strictObject({ id: z.string(), past: z.string() })).returns<Delivery>(),
  /** Takes a file into the vault of a project, where the next command makes an asset of it. `job` names the progress. */
  'asset.store': defineCall(
    z.strictObject({
      hash: hashSchema,
      path: pathSchema,
      name: z.string().optional(),
      type: z.enum(mediaTypes).optional(),
      job: z.string().optional(),
    }),
  ).returns<StoredFile>(),
  /** Where the bytes of a stored file lie, for the shells, which hand them to their pages; null: it is not stored. */
  'asset.locate': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<{
    path: string;
    mime: string;
    name: string;
  } | null>(),
  /** A small picture of a stored image, kept as a data address; made by the screen, which can draw. */
  'asset.thumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<string | null>(),
  'asset.saveThumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string(), image: z.string().max(200_000) })).returns<null>(),
  /** The REST service on loopback. `service.start` is for as long as the asker wants it, `service.set` is the switch of the settings. */
  'service.state': defineCall(noInput).returns<RestServiceStatus>(),
  'service.start': defineCall(serviceOptionsSchema).returns<{ id: string; url: string }>(),
  'service.stop': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  'service.set': defineCall(z.strictObject({ on: z.boolean(), port: portNumberSchema.optional() })).returns<RestServiceStatus>(),
  'workspace.show': defineCall(noInput).returns<Workspace>(),
  /** Those beside the one of this computer are for testing against: each has its own projects, members, keys and quotas. */
  'workspace.list': defineCall(noInput).returns<Workspace[]>(),
  'workspace.create': defineCall(workspaceSchema.omit({ id: true }).partial()).returns<Workspace>(),
  'workspace.set': defineCall(workspaceSchema.omit({ id: true }).partial()).returns<Workspace>(),
  /** Those of this computer's workspace, or of the one named. */
  'member.list': defineCall(z.strictObject({ workspace: z.string().optional() })).returns<Member[]>(),
  'member.add': defineCall(memberSchema.omit({ id: true, workspaceId: true }).partial().required({ name: true })).returns<Member>(),
  'member.change': defineCall(
    z.strictObject({ id: z.int(), fields: memberSchema.omit({ id: true, workspaceId: true }).partial() }),
  ).returns<Member>(),
  'member.remove': defineCall(z.strictObject({ id: z.int() })).returns<null>(),
  /** Those of this computer's workspace, or of the one named. */
  'apiKey.list': defineCall(z.strictObject({ workspace: z.string().optional() })).returns<ApiKey[]>(),
  /** The one time that the value of a key is told. Without permissions it can read ([Authentication 3]); without a member it is the owner's. */
  'apiKey.create': defineCall(
    z.strictObject({
      name: z.string().min(1).max(255),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
      member: z.int().optional(),
      /** Else that of this computer, or that of the member. */
      workspace: z.string().optional(),
    }),
  ).returns<ApiKey & { key: string }>(),
  'apiKey.change': defineCall(
    z.strictObject({
      id: z.string(),
      name: z.string().min(1).max(255).optional(),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
    }),
  ).returns<ApiKey>(),
  'apiKey.revoke': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  'remote.list': defineCall(noInput).returns<Remote[]>(),
  /** Connects at once: an address that does not respond, or a key that is rejected, is a Problem, and nothing is stored. */
  'remote.add': defineCall(
    z.strictObject({ name: remoteNameSchema, url: z.string().min(1).max(2048), key: keySourceSchema }),
  ).returns<Remote>(),
  'remote.change': defineCall(
    z.strictObject({ name: z.string(), url: z.string().min(1).max(2048).optional(), key: keySourceSchema.optional() }),
  ).returns<Remote>(),
  /** Rejected while a project is synced with it. */
  'remote.remove': defineCall(z.strictObject({ name: z.string() })).returns<null>(),
  'remote.projects': defineCall(z.strictObject({ name: z.string() })).returns<RemoteProject[]>(),
  'sync.list': defineCall(noInput).returns<SyncStatus[]>(),
  /**
   * Syncs a project of the remote; `hash` is the remote's. Returns when the project was read or has to wait; `later`: at once, and the project is read
   * in its turn. `open`: the user wants to see it now, so it is read first. Only with one of these the project may be synced already.
   */
  'sync.add': defineCall(
    z.strictObject({ remote: z.string(), hash: hashSchema, open: z.boolean().optional(), later: z.boolean().optional() }),
  ).returns<SyncStatus>(),
  /** Creates a local project on the remote, and syncs it from then on. */
  'sync.upload': defineCall(z.strictObject({ remote: z.string(), hash: hashSchema })).returns<SyncStatus>(),
  /** `keep`: the local copy remains as an ordinary project. `discard`: stops even if the remote does not have all local changes. */
  'sync.stop': defineCall(
    z.strictObject({ hash: hashSchema, keep: z.boolean().optional(), discard: z.boolean().optional() }),
  ).returns<null>(),
  /** Syncs now, until nothing can be read or sent at the moment. */
  'sync.run': defineCall(z.strictObject({ hash: hashSchema.optional(), job: z.string().optional() })).returns<SyncStatus[]>(),
  /** All projects or one. `until`: ISO 8601; null: until resumed; `now`: resumes. */
  'sync.pause': defineCall(
    z.strictObject({ hash: hashSchema.optional(), until: z.union([z.literal('now'), z.iso.datetime(), z.null()]) }),
  ).returns<SyncStatus[]>(),
  /** The newest entries, or those before the given one. */
  'sync.activity': defineCall(z.strictObject({ hash: hashSchema.optional(), before: z.string().optional() })).returns<
    SyncActivityEntry[]
  >(),
  'sync.reports': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<SyncReport[]>(),
  'sync.markReportsSeen': defineCall(z.strictObject({ ids: z.array(z.string()).min(1) })).returns<null>(),
  'conflict.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<ConflictDetails[]>(),
  /** Each resolution that changes the project is one undo step. */
  'conflict.resolve': defineCall(z.strictObject({ ids: z.array(z.string()).min(1), answer: conflictResolutionSchema })).returns<null>(),
  /** Earlier versions of a record, as far back as the journal goes. */
  'record.versions': defineCall(z.strictObject({ hash: hashSchema, id: z.string() })).returns<RecordVersion[]>(),
  /** Restores that version of the record, or its last one where it was removed; one undo step. `skipped` names what could not be restored. */
  'record.restore': defineCall(z.strictObject({ hash: hashSchema, id: z.string(), version: z.int().optional() })).returns<UndoResult>(),
  /** Removed records, newest first: the newest page, or the one after the given entry. */
  'record.removed': defineCall(z.strictObject({ hash: hashSchema, before: z.string().optional() })).returns<RemovedRecordsPage>(),
  'job.cancel': defineCall(z.strictObject({ job: z.string() })).returns<null>(),
  /** Only the desktop has dialogs; elsewhere these calls fail with `unsupported`, and the window asks for a path instead. */
  'dialog.openFile': defineCall(noInput).returns<string | null>(),
  'dialog.openFolder': defineCall(noInput).returns<string | null>(),
  'dialog.saveFile': defineCall(z.strictObject({ suggested: z.string() })).returns<string | null>(),
  'dialog.showInFolder': defineCall(z.strictObject({ path: pathSchema })).returns<null>(),

  // Only the desktop window can do these; the browser shell has its own menu and size of the page.
  'window.zoom': defineCall(z.strictObject({ percent: z.int().min(50).max(300) })).returns<null>(),
  'window.menu': defineCall(z.strictObject({ menus: z.array(windowMenuSchema).max(20) })).returns<null>(),
  /** Whether sync and targets continue when the window is closed; `on` sets it. */
  'window.background': defineCall(z.strictObject({ on: z.boolean().optional() })).returns<{ on: boolean }>(),
  /** The spell checker: takes the languages of the open story, and sets `on` and `downloads` where they are given. */
  'window.spelling': defineCall(
    z.strictObject({
      languages: z.array(z.string().min(1).max(64)).max(500).optional(),
      on: z.boolean().optional(),
      downloads: z.boolean().optional(),
    }),
  ).returns<SpellCheckStatus>(),
};
