/** What the checks share: whom they tell, what is exported, and how a record is called in a sentence. */
import { type ExportFormat, type Finding, type GameEngine, gameEngines, type QuickFix } from '../../../shared/contracts/findings.ts';
import { recordNameMessages } from '../../../shared/messages/en/check.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/model/kinds/kinds.ts';
import { PROJECT_RECORD_ID } from '../../../shared/model/kinds/project.ts';
import type { Project } from '../../../shared/model/project.ts';
import { decodeEntities } from '../../../shared/rich-text/decode-entities.ts';
import { BoardScope } from '../board-scope.ts';
import { LanguageSelection, type LocalizedField, type LocalizedValue } from '../language-selection.ts';

/** The record a finding is about. */
export type FindingSubject = Pick<AnyRecord, 'kind' | 'id'>;

/** What is exported: all languages and boards where it is not said. */
export interface CheckOptions {
  readonly locales?: readonly string[] | undefined;
  readonly fallbackContents?: boolean | undefined;
  readonly boardIds?: readonly string[] | undefined;
}

export class CheckContext {
  readonly project: Project;
  /** Undefined: whatever engine it may be. */
  readonly engine: ExportFormat | undefined;
  /** The languages that are exported, the main one first where it is among them. */
  readonly languages: readonly string[];
  readonly mainLanguage: string;
  readonly boards: BoardScope;
  readonly #texts: LanguageSelection;
  #findings: Finding[] = [];
  /** What elements are called: an element may have as many findings as it has lines. */
  readonly #named = new Map<string, string>();

  constructor(project: Project, engine: ExportFormat | undefined, { locales, fallbackContents, boardIds }: CheckOptions) {
    this.project = project;
    this.engine = engine;
    this.languages = locales ?? project.projectRecord.locales.map(({ iso }) => iso);
    this.mainLanguage = project.mainLocale;
    this.boards = new BoardScope(project, boardIds);
    this.#texts = new LanguageSelection(project, { allLocales: true, fallbackContents });
  }

  /** What has been told since it was last taken. */
  takeFindings(): Finding[] {
    const found = this.#findings;
    this.#findings = [];
    return found;
  }

  warn(rule: string, about: FindingSubject, message: string, fix?: QuickFix): void {
    this.#tell('warning', rule, about, message, fix);
  }

  /** The importers of these engines would throw on it. For another format, and for JSON, which no importer reads, it is a warning. */
  reportImporterError(
    rule: string,
    about: FindingSubject,
    message: string,
    { thrownBy = gameEngines, fix }: { thrownBy?: readonly GameEngine[]; fix?: QuickFix | undefined } = {},
  ): void {
    const { engine } = this;
    const isError = engine === undefined || (engine !== 'json' && thrownBy.includes(engine));
    this.#tell(isError ? 'error' : 'warning', rule, about, message, fix);
  }

  #tell(severity: Finding['severity'], rule: string, { kind, id }: FindingSubject, message: string, fix: QuickFix | undefined): void {
    this.#findings.push({ severity, rule, message, kind, id, ...(fix && { fix }) });
  }

  /** A localized field as it is exported in a language: with what stands in for it, where that was asked for. */
  localizedValue(cells: LocalizedField, iso: string): LocalizedValue {
    return this.#texts.resolve(cells, iso);
  }

  languageName(iso: string): string {
    return this.project.projectRecord.locales.find((locale) => locale.iso === iso)?.name ?? iso;
  }

  /** An element by its title, else by how its content begins, else by its board. */
  elementName({ id, title, content, boardId }: StoryRecord<'element'>): string {
    const name = this.#named.get(id) ?? (plainExcerpt(title[this.mainLanguage]?.text) || plainExcerpt(content[this.mainLanguage]?.text));
    this.#named.set(id, name);
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

/** The first words of a rich text. Names in sentences need no tree: tags and scripts are just cut out. */
export function plainExcerpt(html: string | null | undefined): string {
  if (!html) return '';
  const text = decodeEntities(html.replace(/<pre\b.*?<\/pre>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 50 ? text : `${text.slice(0, 49).trimEnd()}…`;
}
