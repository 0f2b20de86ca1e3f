/**
 * The expected state of the service as plain maps and lists, written from service.md and independent of our engine, so that
 * the model test can compare the two.
 */

/** Language → text. A language that was written once is kept, even if it is cleared ([Localized content]). */
export type Texts = Record<string, string | null>;

export interface Board {
  type: 'board' | 'folder';
  name: string;
  customId: string | null;
  parentId: string | null;
  children: string[];
  elements: string[];
  notes: string[];
  jumpers: string[];
  branches: string[];
  connections: string[];
  attributes: string[];
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Element extends Box {
  boardId: string;
  theme: string;
  autoHeight: boolean;
  title: Texts;
  content: Texts;
  components: string[];
  audio: string[];
  outputs: string[];
  attributes: string[];
  cover: Record<string, unknown> | null;
  linkedBoard: string | null;
}
interface Note extends Box {
  boardId: string;
  theme: string;
  autoHeight: boolean;
  content: string | null;
}
interface Jumper extends Box {
  boardId: string;
  elementId: string | null;
}
export interface Branch {
  boardId: string;
  x: number;
  y: number;
  theme: string;
  ifCondition: string;
  elseIfConditions: string[];
  elseCondition: string | null;
}
interface Condition {
  branchId: string;
  script: string | null;
}
export interface Connection {
  boardId: string;
  sourceid: string;
  sourceType: 'elements' | 'conditions';
  targetid: string;
  targetType: 'elements' | 'branches' | 'jumpers';
  sourceFace: string | null;
  targetFace: string | null;
  label: Texts;
  labelLocation: number;
  labelWidth: number | null;
  theme: string;
  type: string;
}
export interface Value {
  type: string;
  data: unknown;
  plain?: boolean;
}
export interface Attribute {
  cId: string;
  cType: 'boards' | 'elements' | 'components';
  name: string | null;
  size: string;
  value: Value;
  customId: string | null;
}
export interface Component {
  type: 'component' | 'folder';
  name: Texts;
  customId: string | null;
  parentId: string | null;
  children: string[];
  attributes: string[];
  cover: Record<string, unknown> | null;
}
interface Asset {
  type: string;
  name: string;
  parentId: string | null;
  children: string[];
  file: string | null;
  size: string | null;
  volume: number | null;
}
export interface Variable {
  name: string;
  type: string;
  value: string | number | boolean;
}
interface Audio {
  elementId: string;
  assetId: string;
  mode: string;
  delay: number;
}

export interface Model {
  name: string;
  css: string;
  start: string | null;
  main: string;
  languages: string[];
  rootBoard: string;
  rootComponent: string;
  boards: Map<string, Board>;
  elements: Map<string, Element>;
  notes: Map<string, Note>;
  jumpers: Map<string, Jumper>;
  branches: Map<string, Branch>;
  conditions: Map<string, Condition>;
  connections: Map<string, Connection>;
  attributes: Map<string, Attribute>;
  components: Map<string, Component>;
  assets: Map<string, Asset>;
  variables: Map<string, Variable>;
  /** In order. */
  variableList: string[];
  /** Attachment → component. */
  attachments: Map<string, { elementId: string; componentId: string }>;
  audios: Map<string, Audio>;
}

export const rootAsset = 'root_asset';

/** The record with this id; a missing one is an error of the model. */
export function recordOf<T>(map: ReadonlyMap<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The model has no ${id}`);
  return value;
}

/** Inserts an id at a position of a list; a position beyond the end, `-` and undefined mean the end. */
export function insert(list: string[], id: string, index: number | '-' | undefined): void {
  list.splice(typeof index === 'number' ? Math.min(index, list.length) : list.length, 0, id);
}

export function drop(list: string[], id: string): void {
  const at = list.indexOf(id);
  if (at >= 0) list.splice(at, 1);
}

export function reorder(list: string[], id: string, index: number): void {
  drop(list, id);
  insert(list, id, index);
}

/** The model as text: equal models have equal texts. */
export const printModel = (model: Model): string =>
  JSON.stringify(model, (_key, value: unknown) => (value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : value));

/** The text in the main language, or else in any language. */
export const firstText = (texts: Texts, main: string): string => texts[main] ?? Object.values(texts).find((text) => text !== null) ?? '';

/** All ids below this one in a tree, starting with itself. */
export function subtree(map: ReadonlyMap<string, { children: string[] }>, id: string): string[] {
  return [id, ...recordOf(map, id).children.flatMap((child) => subtree(map, child))];
}
