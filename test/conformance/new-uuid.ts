import { randomUUID } from 'node:crypto';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';
import { place } from './place.ts';

// Not the ids of the service in this process, which start from the seed itself.
const { newId } = createTestEnvironment(testRunSeed() ^ 1);

/** An id that no record has: the same ones in each run, except for a service elsewhere, which may still have the records of the last run. */
export const newUuid: () => string = place.name === 'in-process' || place.name === 'serve' ? newId : randomUUID;
