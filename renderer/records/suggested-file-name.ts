/** The name under which a project is offered to be saved. */
import { t } from '../messages/translate.ts';

/** Without the characters that some file system does not accept. */
export const suggestedFileName = (projectName: string, extension: string): string =>
  `${projectName.replace(/[\\/:*?"<>|]+/g, ' ').trim() || t('projects.untitled')}${extension}`;
