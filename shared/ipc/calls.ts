/**
 * The one contract between the program and whoever drives it: the window (Electron IPC), the browser shell (HTTP on
 * loopback) and the command line (the owner's socket). Inputs are parsed where they arrive; answers are
 * `{ok: true, value}` or `{ok: false, problem}`.
 */
import { z } from 'zod';
import { command, type Reply } from '../commands.ts';
import { exportFormats, type Finding } from '../findings.ts';
import type { Locale } from '../kinds/project.ts';
import {
  keySource,
  type MirrorActivity,
  type MirrorReport,
  type MirrorStatus,
  type PastVersion,
  type QuestionShown,
  questionAnswer,
  type Remote,
  type RemoteProject,
  type RemovedPage,
} from '../mirror.ts';
import { type ApiKey, keyPermissions, type Member, member, type Workspace, workspace } from '../people.ts';
import { mediaTypes, type StoredFile } from '../stored-file.ts';
import {
  type Comparison,
  type Delivery,
  type Detected,
  engineOrJson,
  type HelperOffer,
  type PastExport,
  type Target,
  targetSettings,
} from '../targets.ts';

import type { AppInfo, Created, Exported, Imported, Pieces, ProjectSummary, ServiceState, Snapshot, Spelling, Undone } from './answers.ts';

const call = <I extends z.ZodType>(input: I) => ({ gives: <O>() => ({ input, output: undefined as O }) });
const hash = z.string().min(1).max(64);
const path = z.string().min(1);
const nothing = z.strictObject({});
const remoteName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^/\\]*$/, 'must have no / or \\');

export const templates = [
  'empty',
  'sample',
  'video-sample',
  'game-engine-sample',
  'tabletop-campaign-sample',
  'visual-novel',
  'cyber-security-sample',
] as const;

/** A menu of the window, as the list of actions has it: what is chosen comes back as `menu.chosen`. */
export const windowMenu = z.strictObject({
  label: z.string(),
  items: z.array(z.strictObject({ name: z.string(), label: z.string(), keys: z.string().nullable(), enabled: z.boolean() })).max(200),
});
export type WindowMenu = z.infer<typeof windowMenu>;

const exportOptions = z.strictObject({
  format: z.enum(exportFormats),
  locale: z.string().optional(),
  allLocales: z.boolean().optional(),
  fallbackContents: z.boolean().optional(),
  boardIds: z.array(z.string()).optional(),
});
export type ExportOptions = z.infer<typeof exportOptions>;

const portNumber = z.int().min(0).max(65535);
/** `host` other than loopback has to be asked for in so many words. Port 0 is a free one. */
const serviceOptions = z.strictObject({
  port: portNumber.optional(),
  uploadFlow: z.enum(['two-step', 'single']).optional(),
  host: z.string().min(1).optional(),
});

export const calls = {
  'app.info': call(nothing).gives<AppInfo>(),
  'project.list': call(nothing).gives<ProjectSummary[]>(),
  'project.create': call(z.strictObject({ template: z.enum(templates), name: z.string().min(1).max(255).optional() })).gives<Created>(),
  /** A file, a folder or a .zip by path, or the text of a dropped file. `repair` leaves out references to nothing (G27). `job` names the progress. */
  'project.import': call(
    z.strictObject({
      source: z.union([z.strictObject({ path }), z.strictObject({ text: z.string(), fileName: z.string() })]),
      name: z.string().min(1).max(255).optional(),
      repair: z.boolean().optional(),
      job: z.string().optional(),
    }),
  ).gives<Imported>(),
  'project.rename': call(z.strictObject({ hash, name: z.string().min(1).max(255) })).gives<null>(),
  'project.remove': call(z.strictObject({ hash })).gives<null>(),
  /** The whole project as the engine holds it now; `inPieces`: its beginning. From then on `project.changed` tells what happens to it. */
  'project.read': call(z.strictObject({ hash, inPieces: z.boolean().optional() })).gives<Snapshot>(),
  /** More of a project that is read in pieces, as it was when the reading began. Each answer is given once. */
  'project.readOn': call(z.strictObject({ reading: z.string() })).gives<Pieces>(),
  'project.send': call(z.strictObject({ hash, command })).gives<Reply>(),
  'project.undo': call(z.strictObject({ hash })).gives<Undone>(),
  'project.redo': call(z.strictObject({ hash })).gives<Undone>(),
  'project.locales': call(z.strictObject({ hash })).gives<Locale[]>(),
  /** Writes an export to a file outside of any target. Engine formats are checked first; an error refuses with all findings. */
  'project.export': call(z.strictObject({ hash, file: path, options: exportOptions })).gives<Exported>(),
  'project.check': call(z.strictObject({ hash, engine: z.enum(exportFormats).optional() })).gives<Finding[]>(),
  'target.list': call(z.strictObject({ hash: hash.optional() })).gives<Target[]>(),
  'target.detect': call(z.strictObject({ folder: path })).gives<Detected[]>(),
  /** A folder with an example game, made if it is not there yet: for a writer who has no game to try exports with. */
  'target.example': call(nothing).gives<string>(),
  'target.add': call(
    z.strictObject({ hash, folder: path, engine: engineOrJson.optional(), settings: targetSettings.partial().optional() }),
  ).gives<Target & { files: string[] }>(),
  'target.change': call(z.strictObject({ id: z.string(), settings: targetSettings.partial() })).gives<Target>(),
  'target.remove': call(z.strictObject({ id: z.string() })).gives<null>(),
  'target.run': call(z.strictObject({ id: z.string().optional(), dryRun: z.boolean().optional() })).gives<Delivery[]>(),
  /** What to do with files that someone else changed: write ours again, keep theirs (they are no longer ours), or stop the target. */
  'target.resolve': call(z.strictObject({ id: z.string(), choice: z.enum(['restore', 'keep', 'stop']) })).gives<Target>(),
  /** What is there and what we would write, for a file that someone else changed. */
  'target.compare': call(z.strictObject({ id: z.string(), path })).gives<Comparison>(),
  /** The helpers that there are for this folder's editor; one of them is switched on by `helper` of the settings. */
  'target.helpers': call(z.strictObject({ id: z.string() })).gives<HelperOffer[]>(),
  'target.history': call(z.strictObject({ id: z.string() })).gives<PastExport[]>(),
  /** Writes an export of the past again and pauses the target, so that it stays. */
  'target.rewrite': call(z.strictObject({ id: z.string(), past: z.string() })).gives<Delivery>(),
  /** Takes a file into the vault of a project, where the next command makes an asset of it. `job` names the progress. */
  'asset.store': call(
    z.strictObject({ hash, path, name: z.string().optional(), type: z.enum(mediaTypes).optional(), job: z.string().optional() }),
  ).gives<StoredFile>(),
  /** Where the bytes of a stored file lie, for the shells, which hand them to their pages; null: it is not stored. */
  'asset.locate': call(z.strictObject({ hash, file: z.string() })).gives<{ path: string; mime: string; name: string } | null>(),
  /** A small picture of a stored image, kept as a data address; made by the screen, which can draw. */
  'asset.thumbnail': call(z.strictObject({ hash, file: z.string() })).gives<string | null>(),
  'asset.keepThumbnail': call(z.strictObject({ hash, file: z.string(), image: z.string().max(200_000) })).gives<null>(),
  /** The REST service on loopback. `service.start` is for as long as the asker wants it, `service.set` is the switch of the settings. */
  'service.state': call(nothing).gives<ServiceState>(),
  'service.start': call(serviceOptions).gives<{ id: string; url: string }>(),
  'service.stop': call(z.strictObject({ id: z.string() })).gives<null>(),
  'service.set': call(z.strictObject({ on: z.boolean(), port: portNumber.optional() })).gives<ServiceState>(),
  'workspace.show': call(nothing).gives<Workspace>(),
  /** Those beside the one of this computer are for testing against: each has its own projects, members, keys and quotas. */
  'workspace.list': call(nothing).gives<Workspace[]>(),
  'workspace.create': call(workspace.omit({ id: true }).partial()).gives<Workspace>(),
  'workspace.set': call(workspace.omit({ id: true }).partial()).gives<Workspace>(),
  /** Those of this computer's workspace, or of the one named. */
  'member.list': call(z.strictObject({ workspace: z.string().optional() })).gives<Member[]>(),
  'member.add': call(member.omit({ id: true, workspaceId: true }).partial().required({ name: true })).gives<Member>(),
  'member.change': call(z.strictObject({ id: z.int(), fields: member.omit({ id: true, workspaceId: true }).partial() })).gives<Member>(),
  'member.remove': call(z.strictObject({ id: z.int() })).gives<null>(),
  /** Those of this computer's workspace, or of the one named. */
  'key.list': call(z.strictObject({ workspace: z.string().optional() })).gives<ApiKey[]>(),
  /** The one time that the value of a key is told. Without permissions it can read ([Authentication 3]); without a member it is the owner's. */
  'key.create': call(
    z.strictObject({
      name: z.string().min(1).max(255),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
      member: z.int().optional(),
      /** Else that of this computer, or that of the member. */
      workspace: z.string().optional(),
    }),
  ).gives<ApiKey & { key: string }>(),
  'key.change': call(
    z.strictObject({
      id: z.string(),
      name: z.string().min(1).max(255).optional(),
      permissions: z.array(z.enum(keyPermissions)).min(1).optional(),
    }),
  ).gives<ApiKey>(),
  'key.revoke': call(z.strictObject({ id: z.string() })).gives<null>(),
  'remote.list': call(nothing).gives<Remote[]>(),
  /** Tried at once: an address nobody answers at, or a key that is refused, is a Problem and nothing is kept. */
  'remote.add': call(z.strictObject({ name: remoteName, url: z.string().min(1).max(2048), key: keySource })).gives<Remote>(),
  'remote.change': call(
    z.strictObject({ name: z.string(), url: z.string().min(1).max(2048).optional(), key: keySource.optional() }),
  ).gives<Remote>(),
  /** Refused as long as a project is mirrored with it. */
  'remote.remove': call(z.strictObject({ name: z.string() })).gives<null>(),
  'remote.projects': call(z.strictObject({ name: z.string() })).gives<RemoteProject[]>(),
  'mirror.list': call(nothing).gives<MirrorStatus[]>(),
  /**
   * Mirrors a project of the remote; `hash` is the one there. Answers when it is here or has to wait; `later`: at once, it is fetched when its turn
   * comes. `open`: the user wants to see it now, and it comes before all others. Only with one of these it may be mirrored already.
   */
  'mirror.add': call(
    z.strictObject({ remote: z.string(), hash, open: z.boolean().optional(), later: z.boolean().optional() }),
  ).gives<MirrorStatus>(),
  /** Makes the remote's copy of a project here, and mirrors it from then on. */
  'mirror.upload': call(z.strictObject({ remote: z.string(), hash })).gives<MirrorStatus>(),
  /** `keep`: the local copy stays as a project of its own. `discard` stops it even if changes wait that are not there yet. */
  'mirror.stop': call(z.strictObject({ hash, keep: z.boolean().optional(), discard: z.boolean().optional() })).gives<null>(),
  /** Looks and sends now, until nothing can be read or sent at the moment. */
  'mirror.run': call(z.strictObject({ hash: hash.optional(), job: z.string().optional() })).gives<MirrorStatus[]>(),
  /** All or one; ISO 8601, `null` until told otherwise, `now` goes on. */
  'mirror.pause': call(z.strictObject({ hash: hash.optional(), until: z.union([z.literal('now'), z.iso.datetime(), z.null()]) })).gives<
    MirrorStatus[]
  >(),
  /** The newest, or those before the one named. */
  'mirror.activity': call(z.strictObject({ hash: hash.optional(), before: z.string().optional() })).gives<MirrorActivity[]>(),
  'mirror.reports': call(z.strictObject({ hash: hash.optional() })).gives<MirrorReport[]>(),
  'mirror.seen': call(z.strictObject({ ids: z.array(z.string()).min(1) })).gives<null>(),
  'question.list': call(z.strictObject({ hash: hash.optional() })).gives<QuestionShown[]>(),
  /** Each as one step that can be undone, where it changes the project. */
  'question.answer': call(z.strictObject({ ids: z.array(z.string()).min(1), answer: questionAnswer })).gives<null>(),
  /** A record as it was, as far back as the journal goes. */
  'record.versions': call(z.strictObject({ hash, id: z.string() })).gives<PastVersion[]>(),
  /** Makes it again what it was at that version, or as it was last where it is gone; one step of undo. `left` says what could not come back. */
  'record.restore': call(z.strictObject({ hash, id: z.string(), version: z.int().optional() })).gives<Undone>(),
  /** What is no longer there, newest first; the newest page, or the one that begins behind the entry named. */
  'record.removed': call(z.strictObject({ hash, before: z.string().optional() })).gives<RemovedPage>(),
  'job.cancel': call(z.strictObject({ job: z.string() })).gives<null>(),
  /** Only the desktop has dialogs; elsewhere they answer `unsupported` and the screen asks for a path instead. */
  'dialog.openFile': call(nothing).gives<string | null>(),
  'dialog.openFolder': call(nothing).gives<string | null>(),
  'dialog.saveFile': call(z.strictObject({ suggested: z.string() })).gives<string | null>(),
  'dialog.showInFolder': call(z.strictObject({ path })).gives<null>(),

  // Only the desktop window can do these; the browser shell has its own menu and size of the page.
  'window.zoom': call(z.strictObject({ percent: z.int().min(50).max(300) })).gives<null>(),
  'window.menu': call(z.strictObject({ menus: z.array(windowMenu).max(20) })).gives<null>(),
  /** Whether mirrors and targets go on when the window is closed; named, it is set. */
  'window.background': call(z.strictObject({ on: z.boolean().optional() })).gives<{ on: boolean }>(),
  /** The spell check: the languages of the open story are told, `on` and `downloads` are set where they are named. */
  'window.spelling': call(
    z.strictObject({
      languages: z.array(z.string().min(1).max(64)).max(500).optional(),
      on: z.boolean().optional(),
      downloads: z.boolean().optional(),
    }),
  ).gives<Spelling>(),
};
