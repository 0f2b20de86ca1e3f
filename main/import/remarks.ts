/** What an import filled in or left out, told afterwards in sentences (G26, G27, G28): the notes of its answer. */

/** So many references to nothing are listed one by one; the rest is counted. */
const LISTED = 1_000;

const sayings = {
  noBoardRoot: () => 'The file has no root folder of boards: one was made.',
  noComponentRoot: () => 'The file has no root folder of components: one was made.',
  noAssetRoot: () => 'The file has no root folder of assets: one was made.',
  noVariableRoot: () => 'The file has no root of variables: one was made.',
  unlistedBoard: (n: number) => `${n} ${n === 1 ? 'board stood' : 'boards stood'} in no folder and went to the root.`,
  unlistedComponent: (n: number) => `${n} ${n === 1 ? 'component stood' : 'components stood'} in no folder and went to the root.`,
  unlistedOutput: (n: number) =>
    `${n} ${n === 1 ? 'connection was' : 'connections were'} missing among the outputs of ${n === 1 ? 'its source and was' : 'their sources and were'} added there.`,
  unnamedBoard: (n: number) => `${n} ${n === 1 ? 'board' : 'boards'} without a name got one.`,
  unnamedProject: () => 'The story had no name and got one.',
  owner: (n: number) => `${n} ${n === 1 ? 'attribute' : 'attributes'} did not say to whom they belong: taken from where they are listed.`,
  condition: (n: number) => `${n} ${n === 1 ? 'branch' : 'branches'} without an if condition got an empty one.`,
  componentId: (n: number) => `${n} ${n === 1 ? 'component' : 'components'} got an id for scripts, made from the name.`,
  boardId: (n: number) => `${n} ${n === 1 ? 'board' : 'boards'} with variables got an id for scripts, made from the name.`,
  boardVariable: (n: number) =>
    `${n} ${n === 1 ? 'variable of a board' : 'variables of boards'} became ${n === 1 ? 'an attribute of that board' : 'attributes of those boards'}.`,
  laidOut: (n: number) =>
    `${n} ${n === 1 ? 'board' : 'boards'} came without positions and ${n === 1 ? 'was' : 'were'} laid out from left to right along the connections.`,
  shrunk: (n: number) =>
    `${n} ${n === 1 ? 'board holds' : 'boards hold'} more than fits on a canvas at its usual size: everything there was made smaller.`,
  moved: (n: number) => `${n} ${n === 1 ? 'item' : 'items'} would have stood over the edge of the canvas and went to the edge.`,
  assets: (n: number) => `${n} ${n === 1 ? 'asset was' : 'assets were'} left out: a JSON file does not hold the files themselves.`,
  assetsNotFound: (n: number) =>
    `${n} ${n === 1 ? 'asset was' : 'assets were'} left out: ${n === 1 ? 'its file is' : 'their files are'} not beside the story.`,
  covers: (n: number) => `${n} ${n === 1 ? 'cover' : 'covers'} with a picture or film of the project ${n === 1 ? 'was' : 'were'} left out.`,
  sounds: (n: number) => `${n} ${n === 1 ? 'sound' : 'sounds'} on elements ${n === 1 ? 'was' : 'were'} left out.`,
  assetLists: (n: number) => `${n} ${n === 1 ? 'list' : 'lists'} of assets among the attributes ${n === 1 ? 'was' : 'were'} emptied.`,
  threads: (n: number) =>
    `${n} ${n === 1 ? 'comment' : 'comments'} that the file names but does not hold ${n === 1 ? 'was' : 'were'} left out.`,
  otherTexts: (n: number) =>
    `${n} ${n === 1 ? 'translation' : 'translations'} of fields that have no translations ${n === 1 ? 'was' : 'were'} left out.`,
} as const;

export type Remark = keyof typeof sayings;

export class Remarks {
  readonly #counts = new Map<Remark, number>();
  readonly #missing: string[] = [];
  #more = 0;

  count(remark: Remark, times = 1): void {
    if (times > 0) this.#counts.set(remark, (this.#counts.get(remark) ?? 0) + times);
  }

  /** [G27] Each thing that a repair leaves out is listed, with its path in the file. */
  leftOut(path: string, why: string): void {
    if (this.#missing.length < LISTED) this.#missing.push(`Left out ${path}: ${why}.`);
    else this.#more++;
  }

  sentences(): string[] {
    const counted = Object.entries(sayings).flatMap(([remark, say]) => {
      const times = this.#counts.get(remark as Remark);
      return times === undefined ? [] : [say(times)];
    });
    return [...this.#missing, ...(this.#more > 0 ? [`Left out ${this.#more} more references to nothing.`] : []), ...counted];
  }
}
