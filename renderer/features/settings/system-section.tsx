/** The settings section for the program as part of the system: whether it opens at login, and its command line tool. */

import { useEffect, useState } from 'react';
import type { SystemStatus } from '../../../shared/contracts/ipc/results.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { createLatestCall } from '../../state/latest-call.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';

export function SystemSection() {
  const [latest] = useState(createLatestCall);
  const [status, setStatus] = useState<SystemStatus | null>(null);
  const show = (call: Promise<SystemStatus>) => void latest(withErrorToast(call), setStatus).catch(() => undefined);
  useEffect(() => {
    void latest(invoke('window.system', {}), setStatus).catch(() => undefined);
  }, [latest]);
  return (
    <section className="settings-section">
      <h3>{t('settings.system.title')}</h3>
      {status?.opensAtLogin === null && <p>{t('settings.system.notInstalled')}</p>}
      {status && status.opensAtLogin !== null && (
        <>
          <Switch isSelected={status.opensAtLogin} onChange={(on) => show(invoke('window.system', { opensAtLogin: on }))}>
            {t('settings.system.opensAtLogin')}
          </Switch>
          <h4>{t('settings.system.commandLine')}</h4>
          <p>{t('settings.system.commandLineHint')}</p>
          <CommandLineTool tool={status.commandLineTool} onInstall={() => show(invoke('window.installCommandLineTool', {}))} />
        </>
      )}
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
