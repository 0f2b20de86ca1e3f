/** [Custom stylesheet] the project's own stylesheet, complete; an empty string where there is none. */
import type { Project } from '../../../shared/model/project.ts';

export const serializeCss = (project: Project) => ({ css: project.projectRecord.css });
