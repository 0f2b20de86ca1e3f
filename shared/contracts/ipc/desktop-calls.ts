/**
 * Calls that only the desktop window answers: dialogs, menus, zoom, spelling. In the browser shell, the page and the browser provide these.
 */

import { z } from 'zod';
import { languageIds } from '../../messages/languages.ts';
import type { UpdateStatus } from '../updates.ts';
import { defineCall, hashSchema, noInput, pathSchema } from './define-call.ts';
import type { SpellCheckStatus, SystemStatus } from './results.ts';
import { windowMenuIds } from './window-menu-ids.ts';

const windowMenuItemSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  keys: z.string().nullable(),
  enabled: z.boolean(),
  /** Whether it needs an open project. The others are also available while no window is open, as a Mac allows, and open one. */
  isForProject: z.boolean(),
  /** Whether it has a check mark; null for an action that switches nothing on or off. */
  checked: z.boolean().nullable(),
});
/** The actions of the page in a menu of the desktop window, in sections. A chosen action is reported by the event `menu.chosen`. */
const windowMenuSchema = z.strictObject({ id: z.enum(windowMenuIds), sections: z.array(z.array(windowMenuItemSchema).max(200)).max(20) });
export type WindowMenuItem = z.infer<typeof windowMenuItemSchema>;
export type WindowMenu = z.infer<typeof windowMenuSchema>;

/** What a dialog of the system is for. */
const titleSchema = z.string().min(1).max(300);

export const desktopCalls = {
  /** Only the desktop has dialogs; elsewhere these calls fail with `unsupported`, and the window asks for a path instead. */
  'dialog.openFile': defineCall(z.strictObject({ title: titleSchema })).returns<string | null>(),
  'dialog.openFolder': defineCall(z.strictObject({ title: titleSchema })).returns<string | null>(),
  'dialog.saveFile': defineCall(z.strictObject({ suggested: z.string(), title: titleSchema })).returns<string | null>(),
  'dialog.showInFolder': defineCall(z.strictObject({ path: pathSchema })).returns<null>(),
  'window.zoom': defineCall(z.strictObject({ percent: z.int().min(50).max(300) })).returns<null>(),
  /** `isBlocked`: a dialog of the page is open, so that no action of the menus can be chosen and no other project can be opened. */
  'window.menu': defineCall(z.strictObject({ menus: z.array(windowMenuSchema).max(20), isBlocked: z.boolean() })).returns<null>(),
  /** Opens another window, with this project or the list of projects. */
  'window.openAnother': defineCall(z.strictObject({ projectHash: hashSchema.nullable() })).returns<null>(),
  /** The answer to the event `window.closing`: what is typed is saved. `hasUnsavedText`: what stands in a form would be lost. */
  'window.readyToClose': defineCall(z.strictObject({ hasUnsavedText: z.boolean() })).returns<null>(),
  /** The language that the window shows, for everything that the desktop shows outside of it. */
  'window.language': defineCall(z.strictObject({ language: z.enum(languageIds) })).returns<null>(),
  /** Whether sync and targets continue when the window is closed; `on` sets it. */
  'window.background': defineCall(z.strictObject({ on: z.boolean().optional() })).returns<{ on: boolean }>(),
  /** The updates of the program; `isAutomatic` sets whether Taleport checks for them by itself. */
  'window.updates': defineCall(z.strictObject({ isAutomatic: z.boolean().optional() })).returns<UpdateStatus>(),
  'window.checkForUpdates': defineCall(noInput).returns<UpdateStatus>(),
  /** Quits, installs the update and starts again; nothing happens unless an update is ready. */
  'window.restartToUpdate': defineCall(noInput).returns<null>(),
  /** `opensAtLogin` sets whether the program is opened when the user logs in. */
  'window.system': defineCall(z.strictObject({ opensAtLogin: z.boolean().optional() })).returns<SystemStatus>(),
  /** Restarts the program with another data folder (null: the default one). Later starts without `--data` use it too. */
  'window.openDataFolder': defineCall(z.strictObject({ folder: pathSchema.nullable() })).returns<null>(),
  'window.installCommandLineTool': defineCall(noInput).returns<SystemStatus>(),
  /** The spell checker: takes the languages of the open story, and sets `on` and `downloads` if they are given. */
  'window.spelling': defineCall(
    z.strictObject({
      languages: z.array(z.string().min(1).max(64)).max(500).optional(),
      on: z.boolean().optional(),
      downloads: z.boolean().optional(),
    }),
  ).returns<SpellCheckStatus>(),
};
