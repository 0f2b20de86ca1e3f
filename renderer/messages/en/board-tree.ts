/** What the tree of boards and folders says. */
import { formatList } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';
import { commonMessages } from './common.ts';

export const boardTreeMessages = defineMessages({
  startsHere: (name: string) => `${name}, the story starts here`,
  theStoryStartsHere: 'The story starts here',
  move: (name: string) => `Move ${name}`,
  newBoardInIt: 'New board in it…',
  newBoardAfterIt: 'New board after it…',
  newFolderInIt: 'New folder in it…',
  boards: 'Boards',
  thereIsNoBoard: 'There is no board yet.',
  topLevel: 'Top level',
  into: 'Into',
  newBoard: 'New board',
  newFolder: 'New folder',
  untitledBoard: 'Untitled board',
  deleteThe: {
    board: (name: string) => `Delete the board “${name}”?`,
    folder: (name: string) => `Delete the folder “${name}”?`,
  },
  renameThe: { board: 'Rename the board', folder: 'Rename the folder' },
  moveNamed: (name: string) => `Move “${name}”`,
  thereIsNothingOn: 'There is nothing on it.',
  withItGo: (things: readonly string[]) => `With it go ${formatList(things)}.`,
  theStoryStartsHereIt: 'The story starts here: it will have no start until you choose another one.',
  onOtherBoardsWill: (count: number) => `${commonMessages.counted.jumper(count)} on other boards will lead nowhere.`,
  undoBringsItBack: 'Undo brings it back.',
});
