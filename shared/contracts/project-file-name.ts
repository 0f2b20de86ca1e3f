/** Names of project files, for code that does not read them. */

export const projectFileExtension = '.taleport';

/** Whether a file looks like a project: a portable project file, a JSON export, or an archive with one. */
export const isProjectFileName = (name: string): boolean => /\.(?:taleport|json|zip)$/i.test(name);

/** The file that every story folder has. */
export const storyFileName = 'story.yaml';
