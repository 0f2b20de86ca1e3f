/** Makes mentions show the names that the remote shows (G22), except for records that were renamed locally and not yet remotely. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { mentionLabel, mentionNameOf } from '../../../shared/model/mention-labels.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { mentionLabelsOf, withMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { isSameField } from './field-paths.ts';

/** Whether both sides show the same name of a record in a language; null stands for text without a language. */
type HasSameName = (id: string, locale: string | null) => boolean;

/**
 * Changes `after`, the local records after the merge. Texts are compared without their labels, so merging fields does not update the
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
