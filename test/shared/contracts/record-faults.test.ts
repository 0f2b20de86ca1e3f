/** [Import rules] What is wrong with the fields of a record does not depend on what was asked before. */
import { expect, test } from 'vitest';
import { findFieldFaults } from '../../../shared/contracts/record-faults.ts';
import type { AnyRecord } from '../../../shared/model/kinds/kinds.ts';
import { fieldsOfRecord } from '../../../shared/model/kinds/record-envelope.ts';
import { everything } from '../../main/exporters/everything.ts';

test('[Import rules] a copy of a valid record with a fault has this fault, each time', () => {
  let faulty = 0;
  for (const record of everything().project().records()) {
    expect([findFieldFaults(record), findFieldFaults(record)], record.id).toEqual([[], []]);
    for (const field of Object.keys(fieldsOfRecord(record))) {
      // No field of any kind is a symbol.
      const copy = { ...record, [field]: Symbol(field) } as unknown as AnyRecord;
      const paths = () => findFieldFaults(copy).map(([path]) => path.split('.')[0]);
      if (paths().includes(field)) faulty++;
      expect(paths()).toEqual(paths());
      expect(paths().length).toBeGreaterThan(0);
    }
  }
  expect(faulty).toBeGreaterThan(100);
});
