/** What an import filled in or left out (G26, G27, G28). `n`: how many times. */
import { formatPlural } from '../format.ts';
import { defineMessages } from '../messages.ts';

export const importMessages = defineMessages({
  noBoardRoot: () => 'The file has no root folder of boards: one was made.',
  noComponentRoot: () => 'The file has no root folder of components: one was made.',
  noAssetRoot: () => 'The file has no root folder of assets: one was made.',
  noVariableRoot: () => 'The file has no root of variables: one was made.',
  unlistedBoard: (n: number) => `${formatPlural(n, { one: '# board stood', other: '# boards stood' })} in no folder and went to the root.`,
  unlistedComponent: (n: number) =>
    `${formatPlural(n, { one: '# component stood', other: '# components stood' })} in no folder and went to the root.`,
  unlistedOutput: (n: number) =>
    `${formatPlural(n, { one: '# connection was', other: '# connections were' })} missing among the outputs of ${formatPlural(n, { one: 'its source and was', other: 'their sources and were' })} added there.`,
  unnamedBoard: (n: number) => `${formatPlural(n, { one: '# board', other: '# boards' })} without a name got one.`,
  unnamedProject: () => 'The story had no name and got one.',
  owner: (n: number) =>
    `${formatPlural(n, { one: '# attribute', other: '# attributes' })} did not say to whom they belong: taken from where they are listed.`,
  condition: (n: number) => `${formatPlural(n, { one: '# branch', other: '# branches' })} without an if condition got an empty one.`,
  componentId: (n: number) =>
    `${formatPlural(n, { one: '# component', other: '# components' })} got an id for scripts, made from the name.`,
  boardId: (n: number) =>
    `${formatPlural(n, { one: '# board', other: '# boards' })} with variables got an id for scripts, made from the name.`,
  boardVariable: (n: number) =>
    `${formatPlural(n, { one: '# variable of a board', other: '# variables of boards' })} became ${formatPlural(n, { one: 'an attribute of that board', other: 'attributes of those boards' })}.`,
  laidOut: (n: number) =>
    `${formatPlural(n, { one: '# board', other: '# boards' })} came without positions and ${formatPlural(n, { one: 'was', other: 'were' })} laid out from left to right along the connections.`,
  shrunk: (n: number) =>
    `${formatPlural(n, { one: '# board holds', other: '# boards hold' })} more than fits on a canvas at its usual size: everything there was made smaller.`,
  moved: (n: number) =>
    `${formatPlural(n, { one: '# item', other: '# items' })} would have stood over the edge of the canvas and went to the edge.`,
  assets: (n: number) =>
    `${formatPlural(n, { one: '# asset was', other: '# assets were' })} left out: a JSON file does not hold the files themselves.`,
  assetsNotFound: (n: number) =>
    `${formatPlural(n, { one: '# asset was', other: '# assets were' })} left out: ${formatPlural(n, { one: 'its file is', other: 'their files are' })} not beside the story.`,
  covers: (n: number) =>
    `${formatPlural(n, { one: '# cover', other: '# covers' })} with a picture or film of the project ${formatPlural(n, { one: 'was', other: 'were' })} left out.`,
  sounds: (n: number) =>
    `${formatPlural(n, { one: '# sound', other: '# sounds' })} on elements ${formatPlural(n, { one: 'was', other: 'were' })} left out.`,
  assetLists: (n: number) =>
    `${formatPlural(n, { one: '# list', other: '# lists' })} of assets among the attributes ${formatPlural(n, { one: 'was', other: 'were' })} emptied.`,
  threads: (n: number) =>
    `${formatPlural(n, { one: '# comment', other: '# comments' })} that the file names but does not hold ${formatPlural(n, { one: 'was', other: 'were' })} left out.`,
  otherTexts: (n: number) =>
    `${formatPlural(n, { one: '# translation', other: '# translations' })} of fields that have no translations ${formatPlural(n, { one: 'was', other: 'were' })} left out.`,
});
