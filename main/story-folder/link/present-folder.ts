/** Presents the link of a project to its story folder: each state as a sentence with a way out. */
import type { StoryFolder } from '../../../shared/contracts/story-folders.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { FolderProblem } from '../read-story-files.ts';
import type { FolderCondition } from './folder-link-state.ts';
import type { LinkRow } from './link-row.ts';

interface PresentedLink {
  readonly row: LinkRow;
  readonly name: string;
  readonly condition: FolderCondition;
  readonly branch: string | null;
  readonly conflicts: number;
  readonly waitingFiles: readonly string[];
  readonly problems: readonly FolderProblem[];
  /** The names of records of the folder that were not taken. */
  readonly rejected: readonly Message[];
  /** The result of the last step of any process, if this process makes no step before one is requested. */
  readonly lastStatus: LinkRow['lastStatus'];
}

/** They are sent with every change of the status. */
const maxListed = 200;

export function presentFolder(link: PresentedLink): StoryFolder {
  const { condition, lastStatus } = link;
  const isUnknown = condition.type === 'waiting' && condition.reason === 'onRequest';
  const presented = presentStep(link);
  if (lastStatus === null) return presented;
  const { branch, waitingFiles, moreWaitingFiles, problems } = lastStatus;
  // The files are those that the last step has found, whatever is in progress now.
  const files = { waitingFiles, moreWaitingFiles, problems, branch: presented.branch ?? branch };
  if (!isUnknown) return { ...presented, ...files };
  const sentence = message('storyFolder.state.lastKnown', { status: lastStatus.sentence });
  return { ...presented, ...files, state: lastStatus.state, reason: lastStatus.reason, sentence };
}

/** The state of this process. */
function presentStep(link: PresentedLink): StoryFolder {
  const { row, name, condition, branch, conflicts, waitingFiles, problems, rejected } = link;
  return {
    ...row.settings,
    hash: row.hash,
    name,
    folder: row.folder,
    state: condition.type,
    reason: condition.type === 'waiting' ? condition.reason : null,
    sentence: sentenceOf(link),
    branch,
    lastRead: row.lastRead,
    lastWrite: row.lastWrite,
    conflicts,
    waitingFiles: waitingFiles.slice(0, maxListed),
    moreWaitingFiles: Math.max(0, waitingFiles.length - maxListed),
    problems: listProblems([
      ...problems.map(({ path, line, fault }) => ({ path, line, message: fault })),
      ...rejected.map((record) => ({
        path: '',
        line: null,
        message: message('storyFolder.state.rejected', { record }),
      })),
    ]),
    canTakeOver: condition.type === 'waiting' && condition.holder?.isStale === true,
  };
}

function listProblems(problems: StoryFolder['problems']): StoryFolder['problems'] {
  const more = problems.length - maxListed;
  return more <= 0
    ? problems
    : [...problems.slice(0, maxListed), { path: '', line: null, message: message('storyFolder.problem.more', { count: more }) }];
}

function sentenceOf({ condition, conflicts, waitingFiles, problems, rejected }: PresentedLink): Message {
  if (condition.type !== 'waiting') {
    const count = problems.length + rejected.length;
    return condition.type === 'idle' && count > 0
      ? message('storyFolder.state.problems', { count })
      : message(`storyFolder.state.${condition.type}`);
  }
  switch (condition.reason) {
    case 'versionControl':
      return message('storyFolder.state.versionControl', { operation: condition.operation ?? 'command' });
    case 'checkout':
      return message('storyFolder.state.checkout', { count: waitingFiles.length });
    case 'conflict':
      return message('storyFolder.state.conflict', { count: conflicts });
    case 'lock': {
      const name = condition.holder?.name ?? '';
      return condition.holder?.isStale ? message('storyFolder.state.staleLock', { name }) : message('storyFolder.state.lock', { name });
    }
    case 'removals':
      return message('storyFolder.state.removals', { count: condition.removals ?? 0 });
    case 'folder':
      return condition.problem?.text ?? message('storyFolder.state.onRequest');
    case 'onRequest':
      return message('storyFolder.state.onRequest');
  }
}
