/** What the checks share: whom they tell, what is exported, and how a record is called in a sentence. */
import { type Engine, type ExportFormat, engines, type Finding, type Fix } from '../../../shared/findings.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import type { Project } from '../../../shared/project.ts';
import { readEntities } from '../../../shared/rich-text/entities.ts';
import { recordNames } from '../../../shared/words/en/check.ts';
import { BoardScope } from '../boards.ts';
import { type Cell, type Cells, Languages } from '../locales.ts';

/** The record a finding is about. */
export type About = Pick<AnyRecord, 'kind' | 'id'>;

/** What is exported: all languages and boards where it is not said. */
export interface CheckOptions {
  readonly locales?: readonly string[] | undefined;
  readonly fallbackContents?: boolean | undefined;
  readonly boardIds?: readonly string[] | undefined;
}

export class Checking {
  readonly project: Project;
  /** Undefined: whatever engine it may be. */
  readonly engine: ExportFormat | undefined;
  /** The languages that are exported, the main one first where it is among them. */
  readonly languages: readonly string[];
  readonly main: string;
  readonly boards: BoardScope;
  readonly #texts: Languages;
  #findings: Finding[] = [];
  /** What elements are called: an element may have as many findings as it has lines. */
  readonly #named = new Map<string, string>();

  constructor(project: Project, engine: ExportFormat | undefined, { locales, fallbackContents, boardIds }: CheckOptions) {
    this.project = project;
    this.engine = engine;
    this.languages = locales ?? project.root.locales.map(({ iso }) => iso);
    this.main = project.mainLocale;
    this.boards = new BoardScope(project, boardIds);
    this.#texts = new Languages(project, { allLocales: true, fallbackContents });
  }

  /** What has been told since it was last taken. */
  take(): Finding[] {
    const found = this.#findings;
    this.#findings = [];
    return found;
  }

  warn(rule: string, about: About, message: string, fix?: Fix): void {
    this.#tell('warning', rule, about, message, fix);
  }

  /** The importers of these engines would throw on it. For another format, and for JSON, which no importer reads, it is a warning. */
  refuse(
    rule: string,
    about: About,
    message: string,
    { thrownBy = engines, fix }: { thrownBy?: readonly Engine[]; fix?: Fix | undefined } = {},
  ): void {
    const { engine } = this;
    const isError = engine === undefined || (engine !== 'json' && thrownBy.includes(engine));
    this.#tell(isError ? 'error' : 'warning', rule, about, message, fix);
  }

  #tell(severity: Finding['severity'], rule: string, { kind, id }: About, message: string, fix: Fix | undefined): void {
    this.#findings.push({ severity, rule, message, kind, id, ...(fix && { fix }) });
  }

  /** A localized field as it is exported in a language: with what stands in for it, where that was asked for. */
  cell(cells: Cells, iso: string): Cell {
    return this.#texts.cell(cells, iso);
  }

  languageName(iso: string): string {
    return this.project.root.locales.find((locale) => locale.iso === iso)?.name ?? iso;
  }

  /** An element by its title, else by how its content begins, else by its board. */
  element({ id, title, content, boardId }: StoryRecord<'element'>): string {
    const name = this.#named.get(id) ?? (words(title[this.main]?.text) || words(content[this.main]?.text));
    this.#named.set(id, name);
    return name === '' ? recordNames.untitled(this.board(boardId)) : recordNames.element(name);
  }

  board(id: string): string {
    return recordNames.board(this.project.find('board', id)?.name ?? '');
  }

  /** A connection by its label, else by where it begins. */
  connection({ label, sourceid, boardId }: StoryRecord<'connection'>): string {
    const name = words(label[this.main]?.text);
    if (name !== '') return recordNames.connection(name);
    const source = this.project.find('element', sourceid);
    return source ? recordNames.connectionFrom(this.element(source)) : recordNames.connectionOn(this.board(boardId));
  }

  component({ name }: StoryRecord<'component'>): string {
    return recordNames.component(words(name[this.main]?.text));
  }
}

/** The story as a whole, as something to click on. */
export const wholeStory = { kind: 'project', id: PROJECT } as const;

/** The first words of a rich text. Names in sentences need no tree: tags and scripts are just cut out. */
export function words(html: string | null | undefined): string {
  if (!html) return '';
  const text = readEntities(html.replace(/<pre\b.*?<\/pre>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= 50 ? text : `${text.slice(0, 49).trimEnd()}…`;
}
