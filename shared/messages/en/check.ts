/** What a check of the story says, and how records are called in it. `place`, `board` and `called` are one of the names below. */
import { capitalize, formatList } from '../format.ts';
import { defineMessages } from '../messages.ts';

/** A line of a character stands in quotation marks already. */
const quote = (words: string): string => (/^[“"„«].*[”"“»]$/s.test(words) ? words : `“${words}”`);

export const recordNameMessages = defineMessages({
  element: (words: string) => quote(words),
  untitled: (board: string) => `an element without a title on ${board}`,
  board: (name: string) => (name === '' ? 'a board without a name' : `the board “${name}”`),
  connection: (words: string) => `the connection ${quote(words)}`,
  connectionFrom: (element: string) => `a connection from ${element}`,
  connectionOn: (board: string) => `a connection on ${board}`,
  component: (words: string) => (words === '' ? 'a component without a name' : `the component ${quote(words)}`),
  nameOf: (words: string) => `the name of ${quote(words)}`,
  attribute: (name: string, owner: string) => `the attribute “${name}” of ${owner}`,
  /** What has no name of its own. */
  on: {
    note: (board: string) => `a note on ${board}`,
    jumper: (board: string) => `a jumper on ${board}`,
    branch: (board: string) => `a branch on ${board}`,
    comment: (board: string) => `a comment on ${board}`,
  },
  other: (label: string, id: string) => `the ${label} ${id}`,
  condition: {
    if: (board: string) => `the if of a branch on ${board}`,
    elseIf: (board: string) => `an else if of a branch on ${board}`,
  },
});

export const checkMessages = defineMessages({
  noStart: 'The story has no starting element: choose the element it begins with.',
  startLeftOut: 'The starting element is not on the boards that are exported: choose its board, too.',
  jumperEnds: (board: string) => `A jumper on ${board} leads nowhere: choose the element it jumps to.`,
  branchEnds: {
    if: (board: string) => `The if of a branch on ${board} leads nowhere.`,
    elseIf: (board: string) => `The else if of a branch on ${board} leads nowhere.`,
    else: (board: string) => `The else of a branch on ${board} leads nowhere.`,
  },
  boardUnreached: (board: string) => `Nothing leads to ${board} from the start of the story.`,
  unreached: (called: string) => capitalize(`${called} is never reached from the start of the story.`),
  dangling: (called: string, at: string, id: string) =>
    capitalize(`${called} refers to something that is not in the story (${at}: ${id}).`),
  danglingMention: (called: string) => capitalize(`${called} mentions something that is no longer in the story.`),
  emptyCondition: (place: string) => capitalize(`${place} has no condition.`),
  setsInCondition: (place: string, script: string) => capitalize(`${place} sets a value (${script}); to compare, write ==.`),
  script: {
    condition: (place: string, fault: string) => `In ${place}: ${fault}`,
    /** `language`: its name, where there are several. */
    content: (place: string, language: string | null, block: number, line: number, fault: string) =>
      `In ${place}${language === null ? '' : ` (${language})`}, script ${block}, line ${line}: ${fault}`,
  },
  unknownVariable: (place: string, name: string) => capitalize(`${place} uses “${name}”, which is no variable of the story.`),
  unknownElement: (place: string) => `A script in ${place} speaks of an element that is no longer in the story.`,
  untranslated: (called: string, languages: readonly string[]) => capitalize(`${called} is not translated into ${formatList(languages)}.`),
  iconCover: (called: string) => capitalize(`${called} has an icon as its cover, which Godot cannot read: it is exported without one.`),
  textOutside: (called: string) => capitalize(`${called} has text outside of any paragraph: it is exported as a paragraph of its own.`),
  oneName: {
    folder: (first: string, second: string) => `Two files in one folder need names that differ: “${first}” and “${second}”.`,
    /** `type`: image, audio, video. */
    flat: (type: string, first: string, second: string) =>
      `${capitalize(type)} files need names that differ before the dot, because Unity puts them in one folder: “${first}” and “${second}”.`,
  },
  assetRenamed: (name: string, written: string) => `“${name}” is written as “${written}”, and the story’s file says so too.`,
  assetMissing: (name: string) => `The file of “${name}” is not stored, so it is not written. Replace it in the assets.`,
  boardsGone: 'Boards chosen for this target have been deleted: the others are written.',
  /** What a button does. */
  fixes: {
    start: (called: string) => `Start with ${called}`,
    compare: 'Compare instead',
    wordsOnly: 'Keep the words only',
    paragraph: 'Make it a paragraph',
    rename: (name: string) => `Rename to “${name}”`,
  },
});
