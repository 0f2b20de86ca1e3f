/** Handlers of the calls for targets: game folders that follow a story. */

import type { HandlersFor } from '../../shared/contracts/ipc/call-types.ts';
import type { Engine } from '../engine/engine.ts';
import { applyFixes, type FixDeps } from '../exporters/checks/apply-fixes.ts';
import { createExampleProject } from '../exporters/create-example-project.ts';
import { checkForTarget } from './target/render-target.ts';
import type { TargetService } from './target/target-service.ts';

interface TargetHandlerDeps {
  readonly targets: TargetService;
  readonly engine: Engine;
  readonly fixDeps: FixDeps;
  /** The folder in which the example game is created. */
  readonly exampleFolder: string;
}

export const createTargetHandlers = ({ targets, engine, fixDeps, exampleFolder }: TargetHandlerDeps): HandlersFor<'target'> => ({
  'target.list': ({ hash }) => targets.list(hash),
  'target.detect': ({ folder }) => targets.detectProjects(folder),
  'target.example': () => createExampleProject(exampleFolder),
  'target.add': async (input) => {
    // A target needs a project that exists and can be opened.
    await engine.openProject(input.hash);
    return targets.add(input);
  },
  'target.change': ({ id, settings }) => targets.changeSettings(id, settings),
  'target.relocate': ({ id, folder, force = false }) => targets.relocate(id, folder, { force }),
  'target.remove': async ({ id }) => {
    await targets.remove(id);
    return null;
  },
  'target.run': (input) => targets.run(input),
  'target.resolve': ({ id, choice, seen }) => targets.resolve(id, choice, seen),
  'target.foreignEdits': ({ id }) => targets.listForeignEdits(id),
  'target.applyEdits': (input) => targets.applyForeignEdits(input),
  'target.applyFixes': async ({ id, fixes }) => {
    const { hash, engine: exporterId, plugin, ...settings } = targets.read(id);
    return applyFixes(fixDeps, hash, fixes, (project) => checkForTarget(project, exporterId, settings, plugin?.found ?? null));
  },
  'target.compare': ({ id, path }) => targets.compare(id, path),
  'target.integrations': ({ id }) => targets.listIntegrations(id),
  'target.storyChanges': ({ id, from, to }) => targets.compareVersions(id, { from, to }),
  'target.releaseChanges': ({ id, release }) => targets.compareWithRelease(id, release),
  'target.release': async ({ id, name, exportId }) => ({
    export: await targets.setRelease(id, name, { export: exportId === undefined ? 'newest' : exportId }),
  }),
  'target.history': ({ id }) => targets.history(id),
  'target.restoreExport': ({ id, exportId }) => targets.restoreExport(id, exportId),
});
