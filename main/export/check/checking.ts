/** What the checks share: whom they tell, what engine and languages are meant, and how a record is called in a sentence. */
import type { ExportFormat, Finding } from '../../../shared/findings.ts';
import type { AnyRecord, StoryRecord } from '../../../shared/kinds/all.ts';
import { PROJECT } from '../../../shared/kinds/project.ts';
import type { Project } from '../../../shared/project.ts';
import { readEntities } from '../../../shared/rich-text/entities.ts';

/** The record a finding is about. */
export type About = Pick<AnyRecord, 'kind' | 'id'>;

export class Checking {
  readonly project: Project;
  /** Undefined: whatever engine it may be. */
  readonly engine: ExportFormat | undefined;
  /** The languages that are exported, the main one first where it is among them. */
  readonly languages: readonly string[];
  readonly main: string;
  readonly findings: Finding[] = [];

  constructor(project: Project, engine: ExportFormat | undefined, languages: readonly string[]) {
    this.project = project;
    this.engine = engine;
    this.languages = languages;
    this.main = project.mainLocale;
  }

  warn(rule: string, about: About, message: string): void {
    this.#tell('warning', rule, about, message);
  }

  /** An importer would throw on it. No importer reads the JSON format: there it is a warning. */
  refuse(rule: string, about: About, message: string): void {
    this.#tell(this.engine === 'json' ? 'warning' : 'error', rule, about, message);
  }

  #tell(severity: Finding['severity'], rule: string, { kind, id }: About, message: string): void {
    this.findings.push({ severity, rule, message, kind, id });
  }

  languageName(iso: string): string {
    return this.project.root.locales.find((locale) => locale.iso === iso)?.name ?? iso;
  }

  /** An element by its title, else by how its content begins, else by its board. */
  element({ title, content, boardId }: StoryRecord<'element'>): string {
    const name = words(title[this.main]?.text) || words(content[this.main]?.text);
    return name === '' ? `an element without a title on ${this.board(boardId)}` : `“${name}”`;
  }

  board(id: string): string {
    const name = this.project.find('board', id)?.name ?? '';
    return name === '' ? 'a board without a name' : `the board “${name}”`;
  }

  /** A connection by its label, else by where it begins. */
  connection({ label, sourceid, boardId }: StoryRecord<'connection'>): string {
    const name = words(label[this.main]?.text);
    if (name !== '') return `the connection “${name}”`;
    const source = this.project.find('element', sourceid);
    return source ? `a connection from ${this.element(source)}` : `a connection on ${this.board(boardId)}`;
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

/** A sentence begins with a capital letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
