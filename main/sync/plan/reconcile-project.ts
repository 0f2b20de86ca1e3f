/** The parts of a merge that concern the project as a whole: the types of assets, its languages, and the labels of mentions. */
import { type AnyRecord, isOfKind } from '../../../shared/model/kinds/kinds.ts';
import { mentionLabel, mentionNameOf } from '../../../shared/model/mention-labels.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { mentionLabelsOf, withMentionLabels } from '../../../shared/rich-text/mentions.ts';
import {
  type FieldPath,
  fieldEntries,
  fieldNameOf,
  fieldPathsOf,
  fieldValue,
  isSameField,
  localeOf,
  withFieldFrom,
} from './field-paths.ts';
import { createMergeConflict, type MergeConflict } from './merge-conflict.ts';

/**
 * An asset that is used as audio or as a cover must keep its type. If one side has changed the type and the other has begun to use it, the
 * remote side wins. Changes `after`, the local records after the merge.
 * `evicted` are local records that must be removed.
 */
export function reconcileAssetTypes(
  local: Project,
  remote: Project,
  after: Map<string, AnyRecord>,
): { evicted: string[]; conflicts: MergeConflict[] } {
  const evicted: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const { id, type } of local.recordsOfKind('asset')) {
    const remoteRecord = remote.find('asset', id);
    const now = after.get(id) ?? local.get(id);
    if (!remoteRecord || !now || remoteRecord.type === type) continue;
    const isRemote = now.type === remoteRecord.type;
    const [users, others] = isRemote ? [local, remote] : [remote, local];
    for (const [user, fieldPath] of assetUsers(id, users)) {
      const other = others.get(user.id);
      if (other && assetReferenceField(other, id) === fieldPath) continue;
      const ours = after.get(user.id) ?? user;
      if (!isRemote) {
        after.set(id, { ...now, type: remoteRecord.type });
        conflicts.push(createMergeConflict(now, 'type', 'displaced', { base: null, local: type, remote: remoteRecord.type }));
        break;
      }
      if (assetReferenceField(ours, id) !== fieldPath) continue;
      if (other) after.set(user.id, withFieldFrom(ours, fieldPath, other));
      else evicted.push(user.id);
      conflicts.push(
        createMergeConflict(user, other ? fieldPath : null, 'displaced', {
          base: null,
          local: other ? fieldValue(ours, fieldPath) : [ours],
          remote: other ?? null,
        }),
      );
    }
  }
  return { evicted, conflicts };
}

function assetUsers(asset: string, project: Project): [AnyRecord, 'assetId' | 'cover'][] {
  return [...project.referrersOf(asset)].sort().flatMap((id): [AnyRecord, 'assetId' | 'cover'][] => {
    const user = project.get(id);
    const fieldPath = user && assetReferenceField(user, asset);
    return fieldPath ? [[user, fieldPath]] : [];
  });
}

function assetReferenceField(record: AnyRecord, asset: string): 'assetId' | 'cover' | undefined {
  if (record.assetId === asset) return 'assetId';
  const cover: unknown = record.cover;
  return typeof cover === 'object' && cover !== null && 'id' in cover && cover.id === asset ? 'cover' : undefined;
}

/**
 * Removes the local texts of a language that the remote has removed. Texts that have changed since the last sync are kept in a conflict.
 * Changes `after`, the local records after the merge.
 */
export function dropRemovedLocales(base: Project, local: Project, root: AnyRecord, after: Map<string, AnyRecord>): MergeConflict[] {
  const remaining = new Set(isOfKind(root, 'project') ? root.locales.map(({ iso }) => iso) : []);
  if (local.projectRecord.locales.every(({ iso }) => remaining.has(iso))) return [];
  const conflicts: MergeConflict[] = [];
  for (const { id } of [...local.records()]) {
    const localRecord = after.get(id) ?? local.get(id);
    if (!localRecord) continue;
    const dropped = [...fieldPathsOf(localRecord)].filter(
      (fieldPath) => isLocalizedPath(fieldPath) && !remaining.has(localeOf(fieldPath) ?? ''),
    );
    const status = Object.entries(localRecord.status ?? {}).filter(([locale]) => remaining.has(locale));
    if (dropped.length === 0 && status.length === Object.keys(localRecord.status ?? {}).length) continue;
    const baseRecord = base.get(id);
    for (const fieldPath of dropped)
      if ((fieldValue(localRecord, fieldPath) ?? null) !== null && !isSameField(localRecord.kind, fieldPath, baseRecord, localRecord))
        conflicts.push(
          createMergeConflict(localRecord, fieldPath, 'displaced', {
            base: fieldValue(baseRecord, fieldPath) ?? null,
            local: fieldValue(localRecord, fieldPath),
            remote: null,
          }),
        );
    after.set(
      id,
      withoutLocales(
        localRecord,
        dropped,
        localRecord.status === null || localRecord.status === undefined ? localRecord.status : Object.fromEntries(status),
      ),
    );
  }
  return conflicts;
}

const isLocalizedPath = (fieldPath: FieldPath): boolean => localeOf(fieldPath) !== null && fieldNameOf(fieldPath) !== 'extra';

function withoutLocales(record: AnyRecord, dropped: readonly FieldPath[], status: unknown): AnyRecord {
  let after: AnyRecord = { ...record, ...(status === undefined ? {} : { status }) };
  for (const fieldPath of dropped) {
    const field = fieldNameOf(fieldPath);
    const { [localeOf(fieldPath) ?? '']: _dropped, ...kept } = fieldEntries(after, field);
    after = { ...after, [field]: kept };
  }
  return after;
}

/** Whether both sides show the same name of a record in a language; null stands for text without a language. */
type HasSameName = (id: string, locale: string | null) => boolean;

/**
 * Makes mentions show the names that the remote shows (G22), except for records that were renamed locally and not yet remotely. Changes
 * `after`, the local records after the merge. Texts are compared without their labels, so merging fields does not update the
 * labels. `differing` are the remote records that are not identical to their local ones; all others have the same labels.
 */
export function adoptMentionLabels(local: Project, remote: Project, differing: Iterable<AnyRecord>, after: Map<string, AnyRecord>): void {
  const now = (id: string): AnyRecord | undefined => after.get(id) ?? local.get(id);
  // The displayed names are compared and not the fields, because a missing name and an empty one are displayed in the same way.
  const hasSameName: HasSameName = (id, locale) => {
    const [record, remoteRecord] = [now(id), remote.get(id)];
    if (!record || !remoteRecord) return false;
    const [label, remoteLabel] = [record, remoteRecord].map((each) => mentionLabel(mentionNameOf(each), locale, remote.mainLocale));
    return label === remoteLabel;
  };
  for (const remoteRecord of differing) {
    const record = now(remoteRecord.id);
    if (!record) continue;
    const relabelled = withLabelsOf(record, remoteRecord, hasSameName);
    if (relabelled !== record) after.set(remoteRecord.id, relabelled);
  }
}

function withLabelsOf(record: AnyRecord, remoteRecord: AnyRecord, hasSameName: HasSameName): AnyRecord {
  let after = record;
  const remoteTexts = [...textsOfRecord(remoteRecord)];
  for (const text of textsOfRecord(record)) {
    const { field, locale } = text;
    if (text.rule.format === 'plain' || !text.text.includes('<span')) continue;
    const remoteText = remoteTexts.find((each) => each.field === field && each.locale === locale)?.text;
    const fieldPath = locale === null ? field : `${field}/${locale}`;
    if (remoteText === undefined || remoteText === text.text || !isSameField(record.kind, fieldPath, record, remoteRecord)) continue;
    const labels = mentionLabelsOf(remoteText).map((label) => (hasSameName(label.id, locale) ? label : undefined));
    const relabelled = withMentionLabels(text.text, labels);
    if (relabelled !== text.text) after = replaceText(after, text, relabelled);
  }
  return after;
}
