/** [Backups 2] When backups are made by themselves. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startBackupSchedule } from '../../../main/backups/automatic-backups.ts';

const minute = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
});

/** Records the reasons; a backup contains all changes so far. */
function startRecorded() {
  const reasons: string[] = [];
  const project = { isChanged: true };
  const schedule = startBackupSchedule({ isUpToDate: async () => !project.isChanged }, async (reason) => {
    reasons.push(reason);
    project.isChanged = false;
  });
  return { reasons, project, schedule };
}

describe('[Backups 2] the schedule', () => {
  test('makes a backup soon after the start, and every half hour with changes', async () => {
    const { reasons, project, schedule } = startRecorded();
    await vi.advanceTimersByTimeAsync(minute);
    expect(reasons).toEqual(['start']);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(reasons).toEqual(['start']);
    project.isChanged = true;
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect(reasons).toEqual(['start', 'changes']);
    schedule.stop();
  });

  test('ends when it is stopped', async () => {
    const { reasons, schedule } = startRecorded();
    schedule.stop();
    await vi.advanceTimersByTimeAsync(120 * minute);
    expect(reasons).toEqual([]);
  });
});
