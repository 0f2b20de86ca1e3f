/** What a page contains besides its player: the part of the story that a play reads, as JSON in the page. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

/** The id of the element of the page that contains the data. */
export const pageDataElementId = 'story';

/** The texts of the player's controls. */
export interface PageTexts {
  readonly back: string;
  readonly restart: string;
  readonly sounds: string;
  readonly variables: string;
  readonly noVariables: string;
  readonly language: string;
  readonly choices: string;
  readonly continue: string;
  readonly ended: string;
  readonly playAgain: string;
  readonly resumed: string;
  readonly noStart: string;
}

export interface PageData {
  /**
   * Under which the play is saved in the browser: the same for each export of a project, different for each project of a computer. All pages that are
   * opened from a disk share one storage.
   */
  readonly storageKey: string;
  /** The texts of the controls by their own language, as BCP 47. */
  readonly texts: Readonly<Record<string, PageTexts>>;
  /** Which of them each language of the page has. */
  readonly textLanguages: Readonly<Record<string, string>>;
  readonly records: readonly AnyRecord[];
  /** The addresses of stored files, by asset id: relative to the page, or a `data:` URL. */
  readonly files: Readonly<Record<string, string>>;
}
