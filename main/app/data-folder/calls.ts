/** Executes the calls about a data folder that do not open its projects, and so also work if these cannot be opened. */
import type { CallHandlers, CallResult, DataFolderCallName } from '../../../shared/contracts/ipc/call-types.ts';
import { t } from '../../../shared/messages/english.ts';
import { systemEnvironment } from '../../platform/environment.ts';
import { parseCallInput, toCallResult } from '../backend/execute-call.ts';
import { writeDiagnosticsBundle } from './diagnostics-bundle.ts';
import { repairDataFolder } from './repair-data-folder.ts';
import { restoreBackupInto } from './restore-backup-into.ts';

const createHandlers = (dataFolder: string): Pick<CallHandlers, DataFolderCallName> => ({
  'dataFolder.restore': ({ id, folder }) => restoreBackupInto(dataFolder, { id }, folder),
  'dataFolder.repair': async () => {
    const { damagedFile, lostRows } = await repairDataFolder(dataFolder, systemEnvironment);
    return { damagedFile, isSettingLost: lostRows.key_value !== undefined };
  },
  'dataFolder.saveDiagnostics': async ({ file }) => ({ file, bytes: await writeDiagnosticsBundle(dataFolder, file, { t }) }),
});

/** Never rejects: an error is returned as a failed result. */
export function executeDataFolderCall(
  dataFolder: string,
  name: DataFolderCallName,
  input: unknown,
  log: (line: string) => void,
): Promise<CallResult> {
  return toCallResult(name, log, async () => {
    // The handler of this call, which takes the input that its schema returns.
    const handle = createHandlers(dataFolder)[name] as (input: unknown) => Promise<unknown>;
    return handle(parseCallInput(name, input));
  });
}
