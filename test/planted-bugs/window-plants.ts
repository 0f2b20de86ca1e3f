/** Wrong orders of calls and events, which the tests of the window's data must catch. */
import { type Plant, plant } from './plants.ts';

export const windowPlants: readonly Plant[] = [
  plant(
    'a target announces its status only',
    'test/main/delivery/target/target-service.test.ts',
    'main/delivery/target/target-runner.ts',
    'TargetRunner',
    'JSON.stringify(target)',
    'JSON.stringify(target.status)',
  ),
  plant(
    'a loaded list overwrites newer events',
    'test/renderer/state/follow-events.test.ts',
    'renderer/state/load-with-events.ts',
    'loadWithEvents',
    'followEvents(await request(), arrived)',
    'followEvents(await request(), [])',
  ),
  plant(
    'Find leaves out local comments',
    'test/renderer/features/find/find.test.ts',
    'renderer/records/search/searchable-texts.ts',
    'searchableTexts',
    'listLocalComments(record)',
    'listLocalComments(undefined)',
  ),
  plant(
    'a formula without a result is an empty cell',
    'test/renderer/features/translations/table-quirks.test.ts',
    'renderer/features/translations/read-xlsx.ts',
    'readCell',
    "type !== 'str'",
    "type === 'e'",
  ),
  plant(
    'a workbook with other bytes than were written is read',
    'test/renderer/features/translations/table-quirks.test.ts',
    'renderer/features/translations/workbook-parts.ts',
    'unzip',
    'crc32(content) !== checksum',
    'false',
  ),
  plant(
    'a text that was split at its separators is imported in part',
    'test/renderer/features/translations/table-quirks.test.ts',
    'renderer/features/translations/csv.ts',
    'readCsv',
    'markLongRows(table)',
    'markLongRows([])',
  ),
  plant(
    'an export reports only what does not stop the game',
    'test/main/exporters/same-findings.test.ts',
    'main/exporters/calls.ts',
    'exportToFile',
    "severity !== 'hint'",
    "severity === 'warning'",
  ),
];
