/** What stands around the open story: the line above it and the pane at the left. */
import { defineMessages } from '../catalogue.ts';

export const workspaceMessages = defineMessages({
  languages: 'Languages',
  language: 'Language',
  theMainLanguage: 'the main language',
  openingTheProject: 'Opening the project',
  boards: 'Boards',
  components: 'Components',
  assets: 'Assets',
  whatThePaneShows: 'What the pane shows',
  newAssetFolder: 'New asset folder',
  addFiles: 'Add files',
  backToTheProjects: 'Back to the projects',
  play: 'Play',
  targets: 'Targets',
  comments: 'Comments',
  inspector: 'Inspector',

  rename: 'Rename…',
  variables: 'Variables…',
  languagesEntry: 'Languages…',
  aboutEntry: 'About the project…',
  translationsEntry: 'Translations…',
  stylesheetEntry: 'Stylesheet…',
  replaceEntry: 'Find and replace…',
  paletteEntry: 'Do anything, go anywhere…',
  exportToAFile: 'Export to a file…',
  deleteTheProject: 'Delete the project…',
  windowTitle: (name: string) => `${name} – Taleport`,
  board: 'Board',
});
