/** Carries out a request that has been let in: a read, a write, or what a row does in a way of its own. */

import { jsonAnswer } from './answers.ts';
import { answerExport } from './exports.ts';
import { receiveAndCreate, receiveUpload, sendDownload } from './files.ts';
import { createProject, importProject, listProjects, removeProject, renameProject } from './projects.ts';
import { type ReadName, reads } from './reads.ts';
import type { Asked, ServiceDeps } from './service-deps.ts';
import { write } from './write.ts';

type Performer = (asked: Asked, deps: ServiceDeps) => Response | Promise<Response>;

const own: Readonly<Record<string, Performer>> = {
  listProjects,
  listUserProjects: listProjects,
  createProject,
  importProject,
  renameProject,
  removeProject,
  downloadAsset: sendDownload,
  uploadAsset: receiveUpload,
  uploadAndCreateAsset: receiveAndCreate,
};

export function perform(asked: Asked, deps: ServiceDeps): Response | Promise<Response> {
  const { route, params, hash } = asked;
  const special = own[route.name];
  if (special) return special(asked, deps);
  const project = deps.engine.project(hash);
  if (route.does.do === 'read') return jsonAnswer(reads[route.name as ReadName](project, params));
  if (typeof route.needs === 'object') return answerExport(asked, route.needs.export, deps);
  return write(asked, deps);
}
