/** Encodes any record that a story file contains as an entry of a collection. */
import type { AnyRecord, KindName } from '../../shared/model/kinds/kinds.ts';
import type { EncodeContext, Entry } from './encoding.ts';
import { branchCodec, conditionCodec, connectionCodec, elementCodec, jumperCodec, noteCodec } from './item-codecs.ts';
import type { KindCodec } from './kind-codec.ts';
import { assetCodec, boardCodec, componentCodec } from './tree-codecs.ts';
import { attributeCodec, variableCodec } from './value-codecs.ts';

/** By kind. Records of other kinds are part of other entries, such as the sounds of an element, or in no file. */
const codecs: ReadonlyMap<KindName, KindCodec> = new Map(
  [
    boardCodec,
    noteCodec,
    elementCodec,
    jumperCodec,
    connectionCodec,
    branchCodec,
    componentCodec,
    attributeCodec,
    assetCodec,
    variableCodec,
    conditionCodec,
  ].map((codec) => [codec.kind, codec]),
);

/** Undefined for a record of a board that is not exported (G17), and for a root that the format does not contain. */
export function encodeRecord(record: AnyRecord, context: EncodeContext): Entry | undefined {
  const { boards, variant, project } = context;
  if (!boards.includes(record)) return undefined;
  if (!variant.hasRoots) {
    const { board, component } = project.projectRecord.roots;
    if (record.id === board || record.id === component) return undefined;
  }
  return codecs.get(record.kind)?.encode(record, context);
}
