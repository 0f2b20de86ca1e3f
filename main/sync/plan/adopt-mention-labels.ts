/** Mentions show the name that the remote shows (G22), except those of records whose renaming the remote does not have yet. */
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { mentionLabel, mentionNameOf } from '../../../shared/model/mention-labels.ts';
import type { Project } from '../../../shared/model/project.ts';
import { replaceText, textsOfRecord } from '../../../shared/model/references.ts';
import { mentionLabelsOf, withMentionLabels } from '../../../shared/rich-text/mentions.ts';
import { isSameField } from './field-paths.ts';

/** Whether both sides show the same name of a record in a language; null: in a text of no language. */
type HasSameName = (id: string, locale: string | null) => boolean;

/**
 * Changes `after`, the local records after the merge. Texts are compared without their labels, so no field merge brings them. `differing` are the
 * remote records whose local ones are not identical: no other can have other labels.
 */
export function adoptMentionLabels(local: Project, remote: Project, differing: Iterable<AnyRecord>, after: Map<string, AnyRecord>): void {
  const now = (id: string): AnyRecord | undefined => after.get(id) ?? local.get(id);
  // The shown names are compared, not the fields: a language without a name and one whose name is empty show the same.
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
