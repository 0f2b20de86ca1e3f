/** The table of docs/engines.md: each real file imported, exported for every engine, checked, and played under each profile. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CheckContext } from '../../../main/exporters/checks/check-context.ts';
import { elementsReachableFromStart } from '../../../main/exporters/checks/check-paths.ts';
import { checkStory } from '../../../main/exporters/checks/check-story.ts';
import { exporterIds, exportStory } from '../../../main/exporters/exporters.ts';
import { scriptDocument } from '../../../main/exporters/script-document/script-document.ts';
import { importStory } from '../../../main/importers/import-story.ts';
import { english } from '../../../shared/messages/english.ts';
import { Project } from '../../../shared/model/project.ts';
import { type WalkCoverage, walkStoryRandomly } from '../../../shared/play/random-walks.ts';
import { type ScriptProfile, taleportScriptProfile } from '../../../shared/script/script-profile.ts';
import { gameEngines } from '../../exporter-ids.ts';
import { readHostedExports, skippedSuffix } from '../../hosted-exports.ts';
import { createTestEnvironment } from '../../test-environment.ts';
import { readers } from './importers.ts';
import { pluginProfiles } from './plugin-profiles.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/engines.md'), 'utf8');
const rowsOfPage = page.split('\n').filter((line) => /^\| `[\w-]+\.json` \|/.test(line));

/** Each version of each engine's plug-in. */
const plugins = gameEngines.flatMap(pluginProfiles);
const profiles = [taleportScriptProfile, ...plugins.map(({ profile }) => profile)];

function play(project: Project, profile: ScriptProfile): WalkCoverage {
  const startElementId = project.projectRecord.startingElement ?? expect.fail('no start');
  const [last] = [...walkStoryRandomly(project, createTestEnvironment(), { startElementId, maxSteps: 4000, profile })].slice(-1);
  return last ?? expect.fail('no walk');
}

/** Elements that some path leads to, whatever its conditions. */
function countReachable(project: Project): number {
  const reached = elementsReachableFromStart(new CheckContext(project, undefined, {})) ?? expect.fail('no start');
  return [...reached].filter((id) => project.find('element', id)).length;
}

/** The formats that the table counts; an exporter that is added is exported, too. */
const documentedFormats: ReadonlySet<string> = new Set(['json', 'html', ...gameEngines]);

/** The sizes of all exports: in each format, and of each kind of document. */
async function writeAllFormats(project: Project): Promise<number[]> {
  const options = { locales: [project.mainLocale], boardIds: [], componentIds: [], translator: english };
  const documents = Object.values(scriptDocument.files).map(async (write) => (await write(project, options)).length);
  const exports = exporterIds.map((format) => exportStory(project, { format, destination: 'file' }).length);
  return [...exports, ...(await Promise.all(documents))];
}

async function rowOf(name: string, json: unknown): Promise<string> {
  // One file lists a board that it does not contain.
  const repair = name === 'json-2024-hello.json';
  const { records, notes } = await importStory(json, { environment: createTestEnvironment(), repair });
  const project = new Project(records);
  for (const engine of gameEngines) readers[engine](exportStory(project, { format: engine, destination: 'file' }));
  const written = [...(await writeAllFormats(project))];
  for (const bytes of written) expect(bytes).toBeGreaterThan(0);
  const found = plugins.map(({ engine, pluginVersion }) => {
    const findings = checkStory(project, engine, { pluginVersion });
    return `${findings.filter(({ stopsGame }) => stopsGame).length}/${findings.filter(({ rule }) => rule === 'differs-in-game').length}`;
  });
  const played = profiles.map((profile) => {
    const { visitCounts, stops } = play(project, profile);
    return `${visitCounts.size}${stops.size > 0 ? ` (${stops.size} stop)` : ''}`;
  });
  const undocumented = exporterIds.filter((id) => !documentedFormats.has(id));
  const cells = [`\`${name}\``, `${notes.length}${repair ? ' (repaired)' : ''}`, String(written.length - undocumented.length)];
  return `| ${[...cells, ...found, String(countReachable(project)), ...played].join(' | ')} |`;
}

test(`[Exports] every real file is imported, exported, checked and played as the page says${skippedSuffix}`, async () => {
  const files = readHostedExports();
  const rows = await Promise.all(files.map(({ name, json }) => rowOf(name, json)));
  if (files.length > 0) expect(rows).toEqual(rowsOfPage);
});
