/** Playing the story, and walking through it at random. */
import { formatNumber, formatPlural } from '../../../shared/messages/format.ts';
import { defineMessages } from '../catalogue.ts';
import { commonMessages } from './common.ts';

export const playMessages = defineMessages({
  theStoryEndsHere: 'The story ends here.',
  playAgain: 'Play again',
  choices: 'Choices',
  continue: 'Continue',
  theStoryHasNo: 'The story has no start to walk from.',
  walkingThroughTheStory: 'Walking through the story',
  stop: 'Stop',
  walkAgain: 'Walk again',
  walkThroughTheStory: 'Walk through the story at random',
  allWereReached: (total: number, inWhat: string) =>
    formatPlural(total, { one: `All of # element was reached in ${inWhat}.`, other: `All # elements were reached in ${inWhat}.` }),
  ofWereReached: (reached: number, total: number, inWhat: string) =>
    `${formatNumber(reached)} of ${commonMessages.counted.element(total)} were reached in ${inWhat}.`,
  walks: (walks: number, steps: number, ends: number) =>
    `${formatPlural(walks, { one: '# walk', other: '# walks' })} (${formatPlural(steps, { one: '# step', other: '# steps' })}); ${formatPlural(ends, { one: '# ending', other: '# endings' })}`,
  theStoryHasChanged: 'The story has changed since.',
  noWayLeadsTo: (count: number) => `No way leads to ${commonMessages.counted.element(count)}`,
  noWalkCameTo: (count: number) => `No walk came to ${commonMessages.counted.element(count)}`,
  untitled: 'Untitled',
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  icon: (name: string) => `Icon ${name}`,
  playing: (name: string) => `Playing ${name}`,
  anElementWithoutATitle: 'an element without a title',
  whatThePlayerReads: 'What the player reads',
  cover: (name: string) => `Cover: ${name}`,
  faultsInScripts: 'Faults in scripts',
  lineOf: (place: string, line: number, column: number) => `${place}, line ${line}, column ${column}`,
  scriptOf: (place: string, script: number) => `${place}, script ${script}`,
  play: 'Play',
  back: 'Back',
  playAgainFromWhere: 'Play again from where it began',
  playFromTheStart: 'Play from the start of the story',
  showOnTheBoard: 'Show on the board',
  sounds: 'Sounds',
  closePlay: 'Close play',
  whatTheStoryRemembers: 'What the story remembers',
  variables: 'Variables',
  visits: 'Visits',
  coverage: 'Coverage',
  playFromTheStartShort: 'Play from the start',
  theStoryHasNoStart:
    'The story has no start yet. Choose “Start the story here” in the menu of an element, or “Play from here” to try one out.',
  theElementThatWas: 'The element that was played is gone.',
  theStoryHasNoVariables: 'The story has no variables.',
  findAVariable: 'Find a variable',
  asAtTheStart: (name: string) => `${name} as at the start`,
  noElementCountsAs: 'No element counts as visited.',
  visitsOf: (name: string) => `Visits of ${name}`,
});
