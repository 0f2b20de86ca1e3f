/** The settings section for the program as part of the system: whether it opens at login, and its command line tool. */

import type { SystemStatus } from '../../../shared/contracts/ipc/results.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedContent } from '../../ui/loaded-content.tsx';
import { Switch } from '../../ui/switch.tsx';

export function SystemSection() {
  const loaded = useLoaded(() => invoke('window.system', {}), []);
  const change = (call: Promise<SystemStatus>) => void withErrorToast(call).then(loaded.reload, () => undefined);
  return (
    <section className="settings-section">
      <h3>{t('settings.system.title')}</h3>
      <LoadedContent loaded={loaded}>
        {({ opensAtLogin, commandLineTool }) =>
          opensAtLogin === null ? (
            <p>{t('settings.system.notInstalled')}</p>
          ) : (
            <>
              <Switch isSelected={opensAtLogin} onChange={(on) => change(invoke('window.system', { opensAtLogin: on }))}>
                {t('settings.system.opensAtLogin')}
              </Switch>
              <h4>{t('settings.system.commandLine')}</h4>
              <p>{t('settings.system.commandLineHint')}</p>
              <CommandLineTool tool={commandLineTool} onInstall={() => change(invoke('window.installCommandLineTool', {}))} />
            </>
          )
        }
      </LoadedContent>
    </section>
  );
}

function CommandLineTool({ tool, onInstall }: { tool: SystemStatus['commandLineTool']; onInstall: () => void }) {
  if (!tool) return <p role="status">{t('settings.system.commandLinePart')}</p>;
  if (tool.isInstalled) return <p role="status">{fillMessage('settings.system.installed', { path: <code>{tool.path}</code> })}</p>;
  return (
    <div className="settings-line">
      <Button onPress={onInstall}>{t('settings.system.install')}</Button>
    </div>
  );
}
