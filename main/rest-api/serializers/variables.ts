/** A global variable as the service shows it ([Variable]). The root is no record, so it is a 404 like anything that is not there. */
import type { Project } from '../../../shared/model/project.ts';
import { requireRecord } from './require-record.ts';

export function serializeVariable(project: Project, variableId: string) {
  const { id, name, type, value } = requireRecord(project, 'variable', variableId);
  return { id, name, type, value, cType: 'global' as const };
}
