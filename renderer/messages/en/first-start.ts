/** The first start: three steps from nothing to a game folder that follows a story. */
import { defineMessages } from '../catalogue.ts';

export const firstStartMessages = defineMessages({
  title: 'From nothing to your game in three steps',
  step: (at: number) => `Step ${at} of 3`,
  making: 'Making the story',
  skip: 'Skip these steps',
  done: 'Done',
  story: {
    title: 'Begin a project',
    says: 'With a short sample story to try things out, or with one that you have already. Templates stand below.',
    sample: 'Use the sample story',
    bring: 'Import a story…',
  },
  game: {
    title: 'Choose the folder of your game',
    says: 'Of your Unity, Unreal or Godot project. From then on it holds what you write. Without a game, an example folder does.',
    choose: 'Choose the folder…',
    example: 'Make an example folder',
  },
  word: {
    title: 'Change a word and look at the file',
    says: 'Write something else in an element: the file in the game’s folder follows by itself.',
    now: 'Select an element, write something else in it, and look at the file:',
    file: 'The file in the game’s folder',
    show: 'Show the file',
    waiting: 'The file waits for your change.',
    followed: 'The file has followed your change. That is all there is to it.',
  },
});
