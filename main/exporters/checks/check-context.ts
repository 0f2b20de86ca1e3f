/** The context of all checks: the findings so far, what is exported, and the names of records in messages. */
import type { Finding, QuickFix } from '../../../shared/contracts/findings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import { replaceElements } from '../../../shared/rich-text/replace-elements.ts';
import type { ScriptProfile } from '../../../shared/script/script-profile.ts';
import { taleportScriptProfile } from '../../../shared/script/taleport-script-profile.ts';
import type { AssetLayout } from '../asset-layout.ts';
import { BoardScope } from '../board-scope.ts';
import { LanguageSelection, type LocalizedValue, type LocalizedValues } from '../language-selection.ts';
import { type StoryVariableTypes, storyVariableTypes } from './story-variable-types.ts';

/** The name of a record, as it starts a sentence: a message, or a text of the story that is quoted already. */
export type RecordName = string | Message;

/** The record a finding is about. */
export type FindingSubject = Pick<AnyRecord, 'kind' | 'id'>;

/** What is exported: without an option all languages, all boards. */
export interface CheckOptions {
  readonly locales?: readonly string[] | undefined;
  readonly fallbackContents?: boolean | undefined;
  readonly boardIds?: readonly string[] | undefined;
  /** The profile of the plugin in the game, where that is not the published one. */
  readonly otherScriptProfile?: string | null | undefined;
}

/** Findings that the importer of an engine may throw on. */
export type ImporterError = 'missing-start' | 'script' | 'dangling-id';

/** A check of one record that an exporter adds to the common ones. */
export type RecordCheck = (checking: CheckContext, record: AnyRecord) => void;

/** The part of an exporter that the checks use. */
export interface ExporterRules {
  readonly label: string;
  readonly scriptProfile: ScriptProfile | null;
  readonly importerErrors: readonly ImporterError[];
  readonly recordChecks: readonly RecordCheck[];
  readonly assets: AssetLayout;
}

export class CheckContext {
  readonly project: Project;
  /** Undefined: the story is checked for any exporter. */
  readonly exporter: ExporterRules | undefined;
  /** The languages that are exported, the main one first if it is among them. */
  readonly languages: readonly string[];
  readonly mainLanguage: string;
  readonly boards: BoardScope;
  readonly #texts: LanguageSelection;
  #findings: Finding[] = [];
  #variableTypes: StoryVariableTypes | undefined;
  /** Names of elements, each derived once: an element may have as many findings as it has lines. */
  readonly #elementNames = new Map<string, RecordName>();

  constructor(project: Project, exporter: ExporterRules | undefined, { locales, fallbackContents, boardIds }: CheckOptions) {
    this.project = project;
    this.exporter = exporter;
    this.languages = locales ?? project.projectRecord.locales.map(({ iso }) => iso);
    this.mainLanguage = project.mainLocale;
    this.boards = new BoardScope(project, boardIds);
    this.#texts = new LanguageSelection(project, { allLocales: true, fallbackContents });
  }

  /** The findings since this was last called. */
  takeFindings(): Finding[] {
    const findings = this.#findings;
    this.#findings = [];
    return findings;
  }

  warn(rule: string, about: FindingSubject, text: Message, fix?: QuickFix): void {
    this.#add('warning', rule, about, text, fix);
  }

  /** `missingTexts`: how many texts of the record each language lacks. */
  warnOfMissingTexts(about: FindingSubject, text: Message, missingTexts: Readonly<Record<string, number>>): void {
    this.#add('warning', 'missing-translation', about, text, undefined, { missingTexts });
  }

  /** An error if the importer throws on it, and if it is not known which importer it will be; a warning for any other. */
  reportImporterError(rule: ImporterError, about: FindingSubject, text: Message, fix?: QuickFix): void {
    const isError = this.exporter === undefined || this.exporter.importerErrors.includes(rule);
    this.#add(isError ? 'error' : 'warning', rule, about, text, fix);
  }

  /** An error at which an exported game stops while it runs; a warning where no known interpreter runs the scripts. */
  reportGameStop(rule: string, about: FindingSubject, text: Message, fix?: QuickFix): void {
    if (this.exporter?.scriptProfile === null) this.#add('warning', rule, about, text, fix);
    else this.#add('error', rule, about, text, fix, { stopsGame: true });
  }

  /** The types that a variable may have in the exported game. */
  get variableTypes(): StoryVariableTypes {
    this.#variableTypes ??= storyVariableTypes(this.project, this.exporter?.scriptProfile ?? taleportScriptProfile);
    return this.#variableTypes;
  }

  #add(
    severity: Finding['severity'],
    rule: string,
    { kind, id }: FindingSubject,
    text: Message,
    fix: QuickFix | undefined,
    more: Pick<Finding, 'stopsGame' | 'missingTexts'> = {},
  ): void {
    this.#findings.push({ severity, rule, message: text, kind, id, ...more, ...(fix && { fix }) });
  }

  /** A localized field as it is exported in a language, with the fallback language if the options ask for it. */
  localizedValue(texts: LocalizedValues, iso: string): LocalizedValue {
    return this.#texts.resolve(texts, iso);
  }

  languageName(iso: string): string {
    return this.project.projectRecord.locales.find((locale) => locale.iso === iso)?.name ?? iso;
  }

  /** The title of an element, or the start of its content; `''` if it has neither. */
  elementTitle({ title, content }: StoryRecord<'element'>): string {
    return plainExcerpt(title[this.mainLanguage]?.text) || plainExcerpt(content[this.mainLanguage]?.text);
  }

  elementName(element: StoryRecord<'element'>): RecordName {
    const known = this.#elementNames.get(element.id);
    if (known !== undefined) return known;
    const title = this.elementTitle(element);
    const name =
      title === '' ? message('check.name.untitledElement', { board: this.boardLocation(element.boardId) }) : quoteStoryText(title);
    this.#elementNames.set(element.id, name);
    return name;
  }

  /** A board as the subject of a sentence. */
  boardName(id: string): Message {
    const name = this.#boardTitle(id);
    return name === '' ? message('check.name.unnamedBoard') : message('check.name.board', { name });
  }

  /** A board in brackets: where something is. */
  boardLocation(id: string): Message {
    const name = this.#boardTitle(id);
    return name === '' ? message('check.location.unnamedBoard') : message('check.location.board', { name });
  }

  #boardTitle(id: string): string {
    return this.project.find('board', id)?.name ?? '';
  }

  /** A connection by its label, else by the element where it starts, else by its board. */
  connectionName({ label, sourceid, boardId }: StoryRecord<'connection'>): Message {
    const text = plainExcerpt(label[this.mainLanguage]?.text);
    if (text !== '') return message('check.name.connection', { label: quoteStoryText(text) });
    const source = this.project.find('element', sourceid);
    const title = source ? this.elementTitle(source) : '';
    return title === ''
      ? message('check.name.connectionOn', { board: this.boardLocation(boardId) })
      : message('check.name.connectionFrom', { element: quoteStoryText(title) });
  }

  componentName({ name }: StoryRecord<'component'>): Message {
    const text = plainExcerpt(name[this.mainLanguage]?.text);
    return text === '' ? message('check.name.unnamedComponent') : message('check.name.component', { name: quoteStoryText(text) });
  }
}

/** A text of the story in quotation marks. A line that a character says has them already. */
export const quoteStoryText = (text: string): RecordName =>
  /^[“"„«].*[”"“»]$/s.test(text) ? text : message('check.name.quoted', { text });

/** The story as a whole, as the subject of a finding. */
export const projectSubject = { kind: 'project', id: PROJECT_RECORD_ID } as const;

/** The first words of a rich text. Tags and scripts are cut out without parsing, which is enough for a name in a message. */
export function plainExcerpt(html: string | null | undefined): string {
  if (!html) return '';
  const text = decodeEntities(replaceElements(html, 'pre', () => ' ').replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 50 ? text : `${text.slice(0, 49).trimEnd()}…`;
}
