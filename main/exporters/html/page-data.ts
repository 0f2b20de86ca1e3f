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
  /** Under which the play is saved in the browser: the same for each export of a project, different for each project. */
  readonly storageKey: string;
  /** The language of the controls, as BCP 47. */
  readonly textsLocale: string;
  readonly texts: PageTexts;
  readonly records: readonly AnyRecord[];
  /** The addresses of stored files, by asset id: relative to the page, or a `data:` URL. */
  readonly files: Readonly<Record<string, string>>;
}
