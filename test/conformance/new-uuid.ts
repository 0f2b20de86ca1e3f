import { randomUUID } from 'node:crypto';
import { testRunSeed } from '../seed.ts';
import { createTestEnvironment } from '../test-environment.ts';

// Not the ids of the service in this process, which start from the seed itself.
const { newId } = createTestEnvironment(testRunSeed() ^ 1);

/** What the variable says, and not place.ts, which imports the services, and those the stories that are made with these ids. */
const isOwnService = ['in-process', 'serve'].includes(process.env.TALEPORT_PLACE || 'in-process');

/** An id that no record has: the same ones in each run, except for a service elsewhere, which may still have the records of the last run. */
export const newUuid: () => string = isOwnService ? newId : randomUUID;
