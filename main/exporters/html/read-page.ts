/** Reads the records of an exported page, so that two exports of it can be compared as stories. */
import { message } from '../../../shared/messages/message.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { Problem } from '../../../shared/problem.ts';
import { parseJsonInSlices, storyJsonLimits } from '../../platform/parse-json-in-slices.ts';
import { isPartialRecord } from '../../story-format/record-codec.ts';
import { pageDataElementId } from './page-data.ts';
import { isPlayedKind } from './page-records.ts';

/** Throws a Problem `invalid` if the text is not a page that Taleport has written. */
export async function readPageRecords(page: string): Promise<AnyRecord[]> {
  const opening = `<script type="application/json" id="${pageDataElementId}">`;
  const start = page.indexOf(opening);
  const end = page.indexOf('</script>', start);
  if (start === -1 || end === -1) throw noPageProblem();
  const records = await parseRecords(page.slice(start + opening.length, end));
  if (!Array.isArray(records) || !records.every(isPageRecord) || records[0]?.kind !== 'project') throw noPageProblem();
  return records;
}

async function parseRecords(json: string): Promise<unknown> {
  try {
    const bytes = Buffer.from(json);
    const data = await parseJsonInSlices(bytes, storyJsonLimits(bytes.length));
    return Object(data).records;
  } catch {
    throw noPageProblem();
  }
}

/** Whether it is a record that a page may contain, with the fields that an exporter has written. */
const isPageRecord = (value: unknown): value is AnyRecord =>
  isPartialRecord(value) && (value.kind === 'project' || value.kind === 'asset' || isPlayedKind(value.kind));

const noPageProblem = (): Problem => new Problem('invalid', message('exporter.html.notReadable'));
