/** The findings of a check of the story. */
import type { Message } from '../messages/message-value.ts';
import type { Command } from '../model/commands.ts';

/**
 * The rules that do not depend on an exporter, in the order of the list of problems: what breaks the structure of the story, then its scripts, then its
 * texts and files. A story has many missing translations while it is written, and none of them is a mistake, so they are last.
 */
export const findingRules = [
  'missing-start',
  'dangling-id',
  'dead-end',
  'unreachable',
  'plugin-version',
  'script',
  'unknown-variable',
  'unknown-element',
  'empty-condition',
  'script-too-long',
  'sets-in-condition',
  'game-stops',
  'differs-in-game',
  'dangling-mention',
  'text-outside-blocks',
  'asset-name-collision',
  'asset-format',
  'asset-path',
  'missing-translation',
] as const;
export type FindingRule = (typeof findingRules)[number];

/** Most severe first. */
export const findingSeverities = ['error', 'warning', 'hint'] as const;

/** One finding about a record of the story. An error is something that an engine's importer would refuse. */
export interface Finding {
  readonly severity: (typeof findingSeverities)[number];
  /** A short stable name: one of `findingRules`, or a rule of one exporter. */
  readonly rule: string;
  readonly message: Message;
  /** Set on an error that no importer refuses: the exported game stops at it while it runs. */
  readonly stopsGame?: true;
  /** The kind and id of the record to click on. */
  readonly kind: string;
  readonly id: string;
  /** How many texts of the record each language lacks, if it is a finding about missing translations. */
  readonly missingTexts?: Readonly<Record<string, number>>;
  /** A fix that removes nothing from the story: a command that can be sent as it is and undone. */
  readonly fix?: QuickFix;
}

/** Whether an export is held back, because the engine's importer would refuse it. */
export const blocksExport = ({ severity, stopsGame }: Finding): boolean => severity === 'error' && stopsGame !== true;

export interface QuickFix {
  /** The label of its button, such as Start with “Hall”. */
  readonly label: Message;
  readonly command: Command;
  /** Only a person can tell that it is meant: the name of an unknown variable may be misspelled. Nothing applies it by itself. */
  readonly isChoice?: true;
}

/** The findings of one rule and severity. */
export interface FindingGroup {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly count: number;
  /** How many texts each language lacks, in all findings of the group. */
  readonly missingTexts?: Readonly<Record<string, number>>;
  /** The first ones, up to 5,000. */
  readonly findings: readonly Finding[];
}

/** All findings of a story, as the list of problems shows them: what breaks the story first, missing translations last. */
export interface StoryProblems {
  /** The version of the project that was checked. */
  readonly version: number;
  readonly groups: readonly FindingGroup[];
}
