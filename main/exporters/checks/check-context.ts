/** What the checks share: the findings so far, what is exported, and what a record is called in a message. */
import type { Finding, QuickFix } from '../../../shared/contracts/findings.ts';
import { recordNameMessages } from '../../../shared/messages/en/check.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import type { AssetLayout } from '../asset-layout.ts';
import { BoardScope } from '../board-scope.ts';
import { LanguageSelection, type LocalizedField, type LocalizedValue } from '../language-selection.ts';

/** The record a finding is about. */
export type FindingSubject = Pick<AnyRecord, 'kind' | 'id'>;

/** What is exported: without an option all languages, all boards. */
export interface CheckOptions {
  readonly locales?: readonly string[] | undefined;
  readonly fallbackContents?: boolean | undefined;
  readonly boardIds?: readonly string[] | undefined;
}

/** Findings that the importer of an engine may throw on. */
export type ImporterError = 'missing-start' | 'script' | 'dangling-id';

/** A check of one record that an exporter adds to the common ones. */
export type RecordCheck = (checking: CheckContext, record: AnyRecord) => void;

/** What an exporter states for the checks. */
export interface ExporterRules {
  readonly importerErrors: readonly ImporterError[];
  readonly recordChecks: readonly RecordCheck[];
  readonly assets: AssetLayout;
}

export class CheckContext {
  readonly project: Project;
  /** Undefined: the story is checked for any exporter. */
  readonly exporter: ExporterRules | undefined;
  /** The languages that are exported, the main one first where it is among them. */
  readonly languages: readonly string[];
  readonly mainLanguage: string;
  readonly boards: BoardScope;
  readonly #texts: LanguageSelection;
  #findings: Finding[] = [];
  /** Names of elements, each worked out once: an element may have as many findings as it has lines. */
  readonly #elementNames = new Map<string, string>();

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

  warn(rule: string, about: FindingSubject, message: string, fix?: QuickFix): void {
    this.#add('warning', rule, about, message, fix);
  }

  /** An error where the importer throws on it, and where it is not known which importer it will be; a warning for any other. */
  reportImporterError(rule: ImporterError, about: FindingSubject, message: string, fix?: QuickFix): void {
    const isError = this.exporter === undefined || this.exporter.importerErrors.includes(rule);
    this.#add(isError ? 'error' : 'warning', rule, about, message, fix);
  }

  #add(severity: Finding['severity'], rule: string, { kind, id }: FindingSubject, message: string, fix: QuickFix | undefined): void {
    this.#findings.push({ severity, rule, message, kind, id, ...(fix && { fix }) });
  }

  /** A localized field as it is exported in a language, with the fallback language where the options ask for it. */
  localizedValue(cells: LocalizedField, iso: string): LocalizedValue {
    return this.#texts.resolve(cells, iso);
  }

  languageName(iso: string): string {
    return this.project.projectRecord.locales.find((locale) => locale.iso === iso)?.name ?? iso;
  }

  /** An element by its title, else by how its content begins, else by its board. */
  elementName({ id, title, content, boardId }: StoryRecord<'element'>): string {
    const name =
      this.#elementNames.get(id) ?? (plainExcerpt(title[this.mainLanguage]?.text) || plainExcerpt(content[this.mainLanguage]?.text));
    this.#elementNames.set(id, name);
    return name === '' ? recordNameMessages.untitled(this.boardName(boardId)) : recordNameMessages.element(name);
  }

  boardName(id: string): string {
    return recordNameMessages.board(this.project.find('board', id)?.name ?? '');
  }

  /** A connection by its label, else by where it begins. */
  connectionName({ label, sourceid, boardId }: StoryRecord<'connection'>): string {
    const name = plainExcerpt(label[this.mainLanguage]?.text);
    if (name !== '') return recordNameMessages.connection(name);
    const source = this.project.find('element', sourceid);
    return source ? recordNameMessages.connectionFrom(this.elementName(source)) : recordNameMessages.connectionOn(this.boardName(boardId));
  }

  componentName({ name }: StoryRecord<'component'>): string {
    return recordNameMessages.component(plainExcerpt(name[this.mainLanguage]?.text));
  }
}

/** The story as a whole, as something to click on. */
export const projectSubject = { kind: 'project', id: PROJECT_RECORD_ID } as const;

/** The first words of a rich text. Tags and scripts are cut out without parsing, which is enough for a name in a message. */
export function plainExcerpt(html: string | null | undefined): string {
  if (!html) return '';
  const text = decodeEntities(html.replace(/<pre\b.*?<\/pre>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 50 ? text : `${text.slice(0, 49).trimEnd()}…`;
}
