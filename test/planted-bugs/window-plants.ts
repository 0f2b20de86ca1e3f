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
];
