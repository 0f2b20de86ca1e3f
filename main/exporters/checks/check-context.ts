/** The context of all checks: the findings so far, what is exported, and the names of records in messages. */
import type { PluginVersion } from '../../../shared/contracts/exporters.ts';
import type { Finding } from '../../../shared/contracts/findings.ts';
import { engineVersionName } from '../../../shared/contracts/plugin-versions.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/model/commands.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { localeNameOf, projectRecordId } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceElements } from '../../../shared/rich-text/edit-scripts.ts';
import { decodeEntities } from '../../../shared/rich-text/html.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { BoardScope, LanguageSelection, type LocalizedValue, type LocalizedValues } from '../../story-format/story-selection.ts';
import type { AssetLayout } from '../asset-files.ts';
import type { PluginKnowledge, ResolvedPlugin } from '../plugin-version.ts';
import { type StoryVariableTypes, storyVariableTypes } from './story-variable-types.ts';

/** The name of a record at the start of a sentence: a message, or a text of the story in quotation marks. */
export type RecordName = string | Message;

/** What a check of one state of the story finds. */
export interface CheckFinding extends Omit<Finding, 'fix'> {
  readonly fix?: CheckFix;
}

/**
 * A fix with the command for this state of the story. It never leaves the backend, which repeats the check if others write what the command depends on before
 * it is executed.
 */
export interface CheckFix {
  readonly label: Message;
  readonly command: Command;
  readonly isChoice?: true;
  /** Whether the command follows from other records, too, and not only from those that it changes. */
  readonly dependsOnOthers?: true;
}

/** The record that a finding is about. */
export type FindingSubject = Pick<AnyRecord, 'kind' | 'id'>;

/** What is exported: without options, all languages and all boards. */
export interface CheckOptions extends PluginKnowledge {
  readonly locales?: readonly string[] | undefined;
  readonly fallbackContents?: boolean | undefined;
  readonly boardIds?: readonly string[] | undefined;
}

/** Findings at which the importer of an engine may throw. */
export type ImporterError = 'missing-start' | 'script' | 'dangling-id';

/** The texts that each language lacks of a record. */
interface MissingTexts {
  /** By language; only of languages that lack any. */
  readonly counts: Readonly<Record<string, number>>;
  readonly languageNames: readonly string[];
}

/** A check of one record that an exporter adds to the common ones: at once, or in steps where texts are long. */
export type RecordCheck = (context: CheckContext, record: AnyRecord) => Generator<void> | undefined | void;

/** The part of an exporter that the checks use. */
export interface ExporterRules {
  readonly label: string;
  /** The version of the plug-in for which the story is checked; null if no plug-in is known. */
  readonly game: ResolvedPlugin | null;
  /** The versions before it, which are checked as well where it is only assumed. */
  readonly olderVersions: readonly PluginVersion[];
  readonly importerErrors: readonly ImporterError[];
  readonly recordChecks: readonly RecordCheck[];
  readonly assets: AssetLayout;
}

export class CheckContext {
  readonly project: Project;
  /** Undefined if the story is checked for any exporter. */
  readonly exporter: ExporterRules | undefined;
  /** The languages that are exported, the main one first if it is among them. */
  readonly languages: readonly string[];
  readonly mainLanguage: string;
  readonly boards: BoardScope;
  readonly #texts: LanguageSelection;
  #findings: CheckFinding[] = [];
  readonly #variableTypes = new Map<ScriptProfile, StoryVariableTypes>();
  /**
   * Names of elements, null for those without a title and content. Each is computed once, and shared by the findings of the element, which may be as many as
   * it has lines, and of its connections.
   */
  readonly #elementNames = new Map<string, RecordName | null>();
  readonly #missingTexts = new Map<string, MissingTexts>();

  constructor(project: Project, exporter: ExporterRules | undefined, { locales, fallbackContents, boardIds }: CheckOptions) {
    this.project = project;
    this.exporter = exporter;
    this.languages = locales ?? project.projectRecord.locales.map(({ iso }) => iso);
    this.mainLanguage = project.mainLocale;
    this.boards = new BoardScope(project, boardIds);
    this.#texts = new LanguageSelection(project, { allLocales: true, fallbackContents });
  }

  /** Returns the findings since this was last called. */
  takeFindings(): CheckFinding[] {
    // A copy has no room for more findings. Those of each record are cached, and most records have one at most.
    const findings = this.#findings.slice();
    this.#findings = [];
    return findings;
  }

  warn(rule: string, about: FindingSubject, text: Message, fix?: CheckFix): void {
    this.#add('warning', rule, about, text, fix);
  }

  warnOfMissingTexts(about: FindingSubject, text: Message, missingTexts: MissingTexts['counts']): void {
    this.#add('warning', 'missing-translation', about, text, undefined, { missingTexts });
  }

  /** `counts`: for each of the languages, in their order. Shared by all findings, since thousands of records lack the same texts in a new language. */
  missingTexts(counts: readonly number[]): MissingTexts {
    const key = counts.join();
    const known = this.#missingTexts.get(key);
    if (known) return known;
    const lacking = this.languages.flatMap((iso, at) => (counts[at] ? [[iso, counts[at]] as const] : []));
    const missing = { counts: Object.fromEntries(lacking), languageNames: lacking.map(([iso]) => this.languageName(iso)) };
    this.#missingTexts.set(key, missing);
    return missing;
  }

  /** Reports an error if the importer throws on it, or if it is not known which importer will be used; otherwise a warning. */
  reportImporterError(rule: ImporterError, about: FindingSubject, text: Message, fix?: CheckFix): void {
    const isError = this.exporter === undefined || this.exporter.importerErrors.includes(rule);
    this.#add(isError ? 'error' : 'warning', rule, about, text, fix);
  }

  /** Reports an error at which an exported game stops while it runs; a warning if no known interpreter runs the scripts. */
  reportGameStop(rule: string, about: FindingSubject, text: Message, fix?: CheckFix): void {
    if (this.exporter && this.exporter.game === null) this.#add('warning', rule, about, text, fix);
    else this.#add('error', rule, about, text, fix, { stopsGame: true });
  }

  /** The engine with the version of its plug-in for which the story is checked, as messages name it. */
  get engineName(): string | Message {
    const { label = '', game = null } = this.exporter ?? {};
    if (game === null) return label;
    const name = engineVersionName(label, game.version);
    return game.basis === 'assumed' ? message('check.plugin.assumed', { engine: name }) : name;
  }

  /** What decides over the types of variables: the profile of the plug-in, or Taleport's own. */
  get scriptProfile(): ScriptProfile {
    return this.exporter?.game?.version.scriptProfile ?? taleportScriptProfile;
  }

  /** The types that a variable may have in a game with this profile. */
  variableTypes(profile: ScriptProfile): StoryVariableTypes {
    const known = this.#variableTypes.get(profile) ?? storyVariableTypes(this.project, profile);
    this.#variableTypes.set(profile, known);
    return known;
  }

  #add(
    severity: Finding['severity'],
    rule: string,
    { kind, id }: FindingSubject,
    text: Message,
    fix: CheckFix | undefined,
    more: Pick<Finding, 'stopsGame' | 'missingTexts'> = {},
  ): void {
    this.#findings.push({ severity, rule, message: text, kind, id, ...more, ...(fix && { fix }) });
  }

  /** A localized field as it is exported in a language, with the fallback language if the options request it. */
  localizedValue(texts: LocalizedValues, iso: string): LocalizedValue {
    return this.#texts.resolve(texts, iso);
  }

  languageName(iso: string): string {
    return localeNameOf(this.project.projectRecord.locales, iso);
  }

  /** The title of an element, or the start of its content; `''` if it has neither. */
  elementTitle({ title, content }: StoryRecord<'element'>): string {
    return plainExcerpt(title[this.mainLanguage]?.text) || plainExcerpt(content[this.mainLanguage]?.text);
  }

  elementName(element: StoryRecord<'element'>): RecordName {
    return this.#quotedTitle(element) ?? message('check.name.untitledElement', { board: this.boardLocation(element.boardId) });
  }

  #quotedTitle(element: StoryRecord<'element'>): RecordName | null {
    const known = this.#elementNames.get(element.id);
    if (known !== undefined) return known;
    const title = this.elementTitle(element);
    const name = title === '' ? null : quoteStoryText(title);
    this.#elementNames.set(element.id, name);
    return name;
  }

  /** A board as the subject of a sentence. */
  boardName(id: string): Message {
    const name = this.#boardTitle(id);
    return name === '' ? message('check.name.unnamedBoard') : message('check.name.board', { name });
  }

  /** The name of a board in brackets, as the location of something. */
  boardLocation(id: string): Message {
    const name = this.#boardTitle(id);
    return name === '' ? message('check.location.unnamedBoard') : message('check.location.board', { name });
  }

  #boardTitle(id: string): string {
    return this.project.find('board', id)?.name ?? '';
  }

  /** A connection, named by its label, or else by the element at its start, or else by its board. */
  connectionName({ label, sourceid, boardId }: StoryRecord<'connection'>): Message {
    const text = plainExcerpt(label[this.mainLanguage]?.text);
    if (text !== '') return message('check.name.connection', { label: quoteStoryText(text) });
    const source = this.project.find('element', sourceid);
    const element = source ? this.#quotedTitle(source) : null;
    return element === null
      ? message('check.name.connectionOn', { board: this.boardLocation(boardId) })
      : message('check.name.connectionFrom', { element });
  }

  componentName({ name }: StoryRecord<'component'>): Message {
    const text = plainExcerpt(name[this.mainLanguage]?.text);
    return text === '' ? message('check.name.unnamedComponent') : message('check.name.component', { name: quoteStoryText(text) });
  }
}

/** A text of the story in quotation marks. The line of a character already has them. */
export const quoteStoryText = (text: string): RecordName =>
  /^[“"„«].*[”"“»]$/s.test(text) ? text : message('check.name.quoted', { text });

/** The story as a whole, as the subject of a finding. */
export const projectSubject = { kind: 'project', id: projectRecordId } as const;

/** The first words of a rich text. Tags and scripts are removed without parsing, which suffices for a name in a message. */
export function plainExcerpt(html: string | null | undefined): string {
  if (!html) return '';
  const text = decodeEntities(replaceElements(html, 'pre', () => ' ').replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 50 ? text : `${text.slice(0, 49).trimEnd()}…`;
}
