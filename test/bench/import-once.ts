/** A separate process that measures the memory of one import: reads the file, imports it to the disk, prints the peak memory (MB). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../main/engine/engine.ts';
import { importStory } from '../../main/importers/import-story.ts';
import { createTestEnvironment } from '../test-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'taleport-bench-'));
const environment = createTestEnvironment();
const engine = openEngine(folder, environment);
const { records } = await importStory(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')), { environment: environment });
engine.getProject(engine.createProject(records).hash);
await engine.close();
rmSync(folder, { recursive: true });
console.log(Math.round(process.resourceUsage().maxRSS / 1000));
