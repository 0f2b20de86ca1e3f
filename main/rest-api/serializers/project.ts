/** The parts of the API that belong to the project as a whole: the stylesheet and the global variables. */
import type { Project } from '../../../shared/model/project.ts';
import { defineReply, requireRecord } from './records.ts';

/** [Custom stylesheet] the project's own stylesheet, complete; empty if there is none. */
export const serializeCss = (project: Project) => ({ css: project.projectRecord.css });

/** [Variable] the root of the variables is not a record, so it is a 404 like any unknown id. */
export const serializeVariable = (project: Project, variableId: string) =>
  storedVariable(requireRecord(project, 'variable', variableId), project);
const storedVariable = defineReply('variable', 'single', { order: ['*', 'cType'], computed: { cType: () => 'global' } });
