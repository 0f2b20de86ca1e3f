/** The data of a page besides its player: the part of the story that is needed to play it, as JSON in the page. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';

/** The id of the element in the page that contains the data. */
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
   * The key under which the play is saved in the browser: equal for all exports of a project, and different for each project on a computer,
   * because all pages that are opened from a disk share one storage.
   */
  readonly storageKey: string;
  /** The texts of the controls, by language (BCP 47). */
  readonly texts: Readonly<Record<string, PageTexts>>;
  /** Which of these languages is used for each language of the story. */
  readonly textLanguages: Readonly<Record<string, string>>;
  readonly records: readonly AnyRecord[];
  /** The URLs of stored files, by asset id: relative to the page, or `data:` URLs. */
  readonly files: Readonly<Record<string, string>>;
}
