/**
 * The types of the handlers of shared/contracts/ipc/calls.ts, by group of calls. Each group has a module; call-handlers.ts combines them.
 */
import type { BackendHandlers } from '../../shared/contracts/ipc/call-types.ts';

type HandlersFor<Group extends string> = Pick<BackendHandlers, Extract<keyof BackendHandlers, `${Group}.${string}`>>;

export type AccountHandlers = HandlersFor<'workspace' | 'member' | 'apiKey'>;
export type AssetHandlers = HandlersFor<'asset'>;
export type BackupHandlers = HandlersFor<'backup'>;
export type DamageHandlers = HandlersFor<'damage'>;
export type ExportHandlers = HandlersFor<'exporter'> &
  Pick<BackendHandlers, 'project.export' | 'project.exportDocument' | 'project.writeProjectFile' | 'project.check' | 'project.problems'>;
export type ProjectHandlers = Omit<HandlersFor<'project'>, keyof ExportHandlers>;
export type ServiceHandlers = HandlersFor<'service'>;
export type SyncHandlers = HandlersFor<'remote' | 'sync' | 'conflict' | 'record'>;
export type TargetHandlers = HandlersFor<'target'>;
