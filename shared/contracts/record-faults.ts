/** What is wrong with the fields of a record by the schema of its kind. */
import type { Message } from '../messages/message.ts';
import { getRecordSchema } from '../model/kinds/kind-schemas.ts';
import type { AnyRecord } from '../model/kinds/kinds.ts';
import { fieldsOfRecord } from '../model/kinds/record-envelope.ts';
import { parseWithFaults } from './schema-issues.ts';

/** Records are never changed, and one that comes from a file is asked for three times: when it is decoded, in its story, and when that becomes a project. */
const validRecords = new WeakSet<AnyRecord>();

/** By path; empty for a valid record. What depends on other records is not looked at. `fields`: those of the record, where they are known. */
export function findFieldFaults(record: AnyRecord, fields?: Record<string, unknown>): readonly (readonly [path: string, fault: Message])[] {
  if (validRecords.has(record)) return [];
  const parsed = parseWithFaults(getRecordSchema(record.kind), fields ?? fieldsOfRecord(record));
  if (!parsed.success) return parsed.faults;
  validRecords.add(record);
  return [];
}
