/**
 * The calls of the backend, which the window (Electron IPC), the browser shell (HTTP on loopback) and the command line (the socket of the
 * instance) make. Inputs are parsed on arrival; results are `{ok: true, value}` or `{ok: false, problem}`.
 */

import { z } from 'zod';
import { languageIds } from '../../messages/languages.ts';
import { message } from '../../messages/message.ts';
import { schemaError } from '../../messages/schema-error.ts';
import { type CommandResult, commandSchema } from '../../model/commands.ts';
import type { Locale } from '../../model/kinds/project.ts';
import { type ApiKey, type Member, memberSchema, type Workspace, workspaceSchema } from '../accounts.ts';
import {
  type Backup,
  type BackupStatus,
  backupSettingsSchema,
  backupSourceSchema,
  type ProjectComparison,
  type WrittenBackup,
} from '../backups.ts';
import { type ExporterDescription, exporterIdSchema } from '../exporters.ts';
import type { Finding } from '../findings.ts';
import { keyPermissions } from '../permissions.ts';
import { mediaTypes, type StoredFile } from '../stored-file.ts';
import {
  type ConflictDetails,
  conflictResolutionSchema,
  keySourceSchema,
  type LocalOnlyChange,
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
  WrittenFile,
} from './results.ts';

// `output` only carries the type of the result: it is never read.
const defineCall = <I extends z.ZodType>(input: I) => ({ returns: <O>() => ({ input, output: undefined as O }) });
const hashSchema = z.string().min(1).max(64);
const pathSchema = z.string().min(1);
const noInput = z.strictObject({});
const remoteNameSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^/\\]*$/, schemaError(message('fault.noSlashes')));

export const projectTemplates = [
  'empty',
  'sample',
  'video-sample',
  'game-engine-sample',
  'tabletop-campaign-sample',
  'visual-novel',
  'cyber-security-sample',
] as const;

/** A menu of the desktop window, made from the registry of actions. A chosen action is reported by the event `menu.chosen`. */
const windowMenuSchema = z.strictObject({
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
/** Port 0 selects a free port. Without `host`, only programs on this computer can connect. */
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
  /** Imports a portable project file, a JSON file, a folder or a .zip by path, or the text of a dropped file. `repair` leaves out broken references (G27). `job` names its progress events. */
  'project.import': defineCall(
    z.strictObject({
      source: z.union([
        /** `fileName`: the name that the user knows, where `path` is a temporary copy. */
        z.strictObject({ path: pathSchema, fileName: z.string().optional() }),
        z.strictObject({ text: z.string(), fileName: z.string() }),
      ]),
      name: z.string().min(1).max(255).optional(),
      repair: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).returns<ImportedProject>(),
  'project.rename': defineCall(z.strictObject({ hash: hashSchema, name: z.string().min(1).max(255) })).returns<null>(),
  /** `discard`: of a synced project, even if the remote does not have all local changes (I28). */
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
      file: pathSchema,
      options: exportOptionsSchema,
      /** Rejects an existing file instead of replacing it. */
      noClobber: z.boolean().optional(),
      /** Writes the export despite errors, which are then among the warnings of the result. */
      force: z.boolean().optional(),
    }),
  ).returns<ExportResult>(),
  /** Writes a project with everything that is stored of it to a portable project file (docs/project-file.md). `job` names its progress events. */
  'project.writeProjectFile': defineCall(
    z.strictObject({
      hash: hashSchema,
      file: pathSchema,
      /** Rejects an existing file instead of replacing it. */
      noClobber: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).returns<WrittenFile>(),
  'project.check': defineCall(z.strictObject({ hash: hashSchema, engine: exporterIdSchema.optional() })).returns<Finding[]>(),
  'exporter.list': defineCall(noInput).returns<ExporterDescription[]>(),
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
  /** Stores a file of a project, to which a following command refers with an asset. `job` names its progress events. */
  'asset.store': defineCall(
    z.strictObject({
      hash: hashSchema,
      path: pathSchema,
      name: z.string().optional(),
      type: z.enum(mediaTypes).optional(),
      job: z.string().optional(),
    }),
  ).returns<StoredFile>(),
  /** The path of a stored file, for the shells, which serve it to their pages; null if it is not stored. */
  'asset.locate': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<{
    path: string;
    mime: string;
    name: string;
  } | null>(),
  /** The thumbnail of a stored image as a data URL. The window creates it, because it can draw. */
  'asset.thumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string() })).returns<string | null>(),
  'asset.saveThumbnail': defineCall(z.strictObject({ hash: hashSchema, file: z.string(), image: z.string().max(200_000) })).returns<null>(),
  /** Newest first. */
  'backup.list': defineCall(noInput).returns<Backup[]>(),
  'backup.status': defineCall(noInput).returns<BackupStatus>(),
  /** Backups that were made before stay in their folder. */
  'backup.configure': defineCall(backupSettingsSchema.partial()).returns<BackupStatus>(),
  /** Adds a backup to the list; with `file`, writes all projects, or the one with this hash, to a file. `job` names its progress events. */
  'backup.create': defineCall(
    z
      .strictObject({ hash: hashSchema.optional(), file: pathSchema.optional(), job: z.string().optional() })
      .refine(({ hash, file }) => hash === undefined || file !== undefined, {
        path: ['file'],
        error: schemaError(message('fault.required')),
      }),
  ).returns<WrittenBackup>(),
  /** Writes a backup of the list to a file. */
  'backup.export': defineCall(z.strictObject({ id: z.string(), file: pathSchema, job: z.string().optional() })).returns<WrittenBackup>(),
  /** How the projects of a backup differ from those of now. */
  'backup.compare': defineCall(z.strictObject({ source: backupSourceSchema })).returns<ProjectComparison[]>(),
  /** Creates a new project from one of a backup: `project` is its hash there, needed if there are several. Nothing is overwritten. */
  'backup.restore': defineCall(
    z.strictObject({
      source: backupSourceSchema,
      project: hashSchema.optional(),
      name: z.string().min(1).max(255).optional(),
      job: z.string().optional(),
    }),
  ).returns<ImportedProject>(),
  /** The REST service. `service.start` listens until `service.stop` or the end of the client; `service.set` changes the settings. */
  'service.state': defineCall(noInput).returns<RestServiceStatus>(),
  'service.start': defineCall(serviceOptionsSchema).returns<{ id: string; url: string }>(),
  'service.stop': defineCall(z.strictObject({ id: z.string() })).returns<null>(),
  'service.set': defineCall(z.strictObject({ on: z.boolean(), port: portNumberSchema.optional() })).returns<RestServiceStatus>(),
  'workspace.show': defineCall(noInput).returns<Workspace>(),
  /** Workspaces other than that of this computer are for tests: each has its own projects, members, keys and rate limits. */
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
  /** The only result that contains the value of a key. Without permissions, the key can read ([Authentication 3]); without a member, it belongs to the owner. */
  'apiKey.create': defineCall(
    z.strictObject({
      name: z.string().min(1).max(255),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
      member: z.int().optional(),
      /** By default the workspace of the member, or that of this computer. */
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
  /** Its projects stay on this computer and are no longer synced. `discard`: even if the remote does not have all of their changes (I28). */
  'remote.remove': defineCall(z.strictObject({ name: z.string(), discard: z.boolean().optional() })).returns<null>(),
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
  /** (I28) Everything that exists only on this computer: of a project, of all projects of a remote, or of all synced projects. */
  'sync.localOnly': defineCall(z.strictObject({ hash: hashSchema.optional(), remote: z.string().optional() })).returns<LocalOnlyChange[]>(),
  /** `keep`: the local copy remains as an ordinary project. `discard`: stops even if the remote does not have all local changes (I28). */
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
  /** `which`: only those that the user has not seen, unless all are wanted. Oldest first. */
  'sync.reports': defineCall(z.strictObject({ hash: hashSchema.optional(), which: z.enum(['unseen', 'all']).optional() })).returns<
    SyncReport[]
  >(),
  'sync.markReportsSeen': defineCall(z.strictObject({ ids: z.array(z.string()).min(1) })).returns<null>(),
  'conflict.list': defineCall(z.strictObject({ hash: hashSchema.optional() })).returns<ConflictDetails[]>(),
  /** Each resolution that changes the project is one undo step. */
  'conflict.resolve': defineCall(z.strictObject({ ids: z.array(z.string()).min(1), resolution: conflictResolutionSchema })).returns<null>(),
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
  /** The language that the window shows, for everything that the desktop shows outside of it. */
  'window.language': defineCall(z.strictObject({ language: z.enum(languageIds) })).returns<null>(),
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
