/** [Custom stylesheet] the project's own stylesheet, complete; an empty string where there is none. */
import type { Project } from '../../../shared/project.ts';

export const css = (project: Project) => ({ css: project.root.css });
