/** New projects start without avoidable findings, whichever engine they are for. */
import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../main/app/backend/backend.ts';
import { exporterIds } from '../../../main/exporters/exporters.ts';
import { createInvoke } from '../../../shared/contracts/ipc/backend.ts';
import { projectTemplates } from '../../../shared/contracts/ipc/project-calls.ts';
import { createTestEnvironment } from '../../test-environment.ts';

/**
 * The rules of the findings that belong to a template: nothing is written yet, and one title shows how a missing translation is displayed.
 */
const inherentFindings: Partial<Record<(typeof projectTemplates)[number], readonly string[]>> = {
  empty: ['missing-start'],
  'visual-novel': ['missing-translation'],
};

test.each(projectTemplates)('[G25] %s has neither errors nor warnings for any engine, except those that belong to it', async (template) => {
  const backend = await openBackend(null, createTestEnvironment());
  onTestFinished(() => backend.close());
  const invoke = createInvoke(backend);
  const { hash } = await invoke('project.create', { template });
  for (const engine of [undefined, ...exporterIds]) {
    const findings = await invoke('project.check', { hash, ...(engine !== undefined && { engine }) });
    const shown = findings.filter(({ severity }) => severity !== 'hint').map(({ rule }) => rule);
    expect([engine, ...shown]).toEqual([engine, ...(inherentFindings[template] ?? [])]);
  }
});
