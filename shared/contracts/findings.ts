/** The findings of a check of the story. */
import type { Command } from '../model/commands.ts';

/** One finding about a record of the story. An error is something that an engine's importer would refuse. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'hint';
  /** A short stable name of the rule: `missing-start`, `script`, `dead-end`. */
  readonly rule: string;
  readonly message: string;
  /** The kind and id of the record to click on. */
  readonly kind: string;
  readonly id: string;
  /** A fix that removes nothing from the story: a command that can be sent as it is and undone. */
  readonly fix?: QuickFix;
}

export interface QuickFix {
  /** What it does, as the words on a button: “Start with “Hall””. */
  readonly label: string;
  readonly command: Command;
}
