/** What belongs to the project as a whole, as the API shows it: the stylesheet and the global variables. */
import type { Project } from '../../../shared/model/project.ts';
import { defineReply, requireRecord } from './records.ts';

/** [Custom stylesheet] the project's own stylesheet, complete; an empty string if there is none. */
export const serializeCss = (project: Project) => ({ css: project.projectRecord.css });

/** [Variable] The root of the variables is no record, so it is a 404 like any unknown id. */
export const serializeVariable = (project: Project, variableId: string) =>
  storedVariable(requireRecord(project, 'variable', variableId), project);
const storedVariable = defineReply('variable', 'single', { order: ['*', 'cType'], computed: { cType: () => 'global' } });
