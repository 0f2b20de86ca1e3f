/** Reads the records of an exported page, so that two exports of it can be compared as stories. */
import { parseUntrustedJson } from '../../../shared/json.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../shared/problem.ts';
import { storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import { isPartialRecord } from '../../story-format/record-codec.ts';
import { pageDataElementId } from './page-data.ts';
import { isPlayedKind } from './page-records.ts';

/** Throws a Problem `invalid` if the text is not a page that Taleport has written. */
export function readPageRecords(page: string): AnyRecord[] {
  const opening = `<script type="application/json" id="${pageDataElementId}">`;
  const start = page.indexOf(opening);
  const end = page.indexOf('</script>', start);
  if (start === -1 || end === -1) throw noPageProblem();
  const records: unknown = parseRecords(page.slice(start + opening.length, end));
  if (!Array.isArray(records) || !records.every(isPageRecord) || records[0]?.kind !== 'project') throw noPageProblem();
  return records;
}

function parseRecords(json: string): unknown {
  try {
    const data = parseUntrustedJson(json, storyJsonLimits(json.length));
    return Object(data).records;
  } catch {
    throw noPageProblem();
  }
}

/** Whether it is a record that a page may contain, with the fields that an exporter has written. */
const isPageRecord = (value: unknown): value is AnyRecord =>
  isPartialRecord(value) && (value.kind === 'project' || value.kind === 'asset' || isPlayedKind(value.kind));

const noPageProblem = (): Problem => new Problem('invalid', message('exporter.html.notReadable'));
