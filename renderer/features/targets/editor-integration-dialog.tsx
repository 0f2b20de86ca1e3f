/** Enables or disables the editor integration of a target. All files it writes are shown before it is enabled. */

import { useState } from 'react';
import type { EditorIntegrationOffer, Target } from '../../../shared/contracts/targets.ts';
import { fillMessage } from '../../messages/fill-message.tsx';
import { t } from '../../messages/translate.ts';
import { invoke } from '../../platform/bridge.ts';
import { withBusyIndicator } from '../../state/busy-indicator.ts';
import { exporterLabel, findExporter } from '../../state/exporters-store.ts';
import { withErrorToast } from '../../state/send-command.ts';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { prepareDialog, showDialog } from '../../ui/dialog-store.ts';
import { Select } from '../../ui/select.tsx';
import { LineDiff } from './line-diff.tsx';

export async function showEditorIntegrationDialog(target: Target): Promise<void> {
  if (target.integrationFile !== null)
    return showDialog((close) => <DisableIntegrationDialog target={target} path={target.integrationFile ?? ''} close={close} />);
  const showPrepared = prepareDialog();
  const offers = await withErrorToast(withBusyIndicator(t('targets.preview.progress'), invoke('target.integrations', { id: target.id })));
  showPrepared((close) =>
    offers.length === 0 ? (
      <NoIntegrationDialog target={target} close={close} />
    ) : (
      <EnableIntegrationDialog target={target} offers={offers} close={close} />
    ),
  );
}

const dialogTitle = ({ engine }: Target): string => t('targets.integration.title', { engine: exporterLabel(engine) });

function EnableIntegrationDialog({
  target,
  offers,
  close,
}: {
  target: Target;
  offers: readonly EditorIntegrationOffer[];
  close: () => void;
}) {
  const [path, setPath] = useState(offers.length === 1 ? (offers[0]?.path ?? null) : null);
  const offer = offers.find((each) => each.path === path);
  const enable = async () => {
    if (path !== null) await invoke('target.change', { id: target.id, settings: { integrationFile: path } });
  };
  return (
    <FormDialog
      title={dialogTitle(target)}
      submitLabel={t('targets.integration.enable')}
      isReady={offer !== undefined}
      run={enable}
      onClose={close}
      width={760}
    >
      {offers[0] && <p>{t(offers[0].description)}</p>}
      {offers.length > 1 && (
        <Select
          label={t('targets.file')}
          options={offers.map((each) => ({ id: each.path, label: each.path }))}
          value={path}
          onChange={setPath}
        />
      )}
      {offer && (
        <>
          <p>
            {fillMessage(offer.action === 'create' ? 'targets.integration.newFile' : 'targets.integration.changedFile', {
              path: <code>{offer.path}</code>,
            })}
          </p>
          <LineDiff comparison={offer.diff} left={t('targets.integration.removedLine')} right={t('targets.integration.addedLine')} />
          <p className="diff-note">{t('targets.integration.disableHint')}</p>
        </>
      )}
    </FormDialog>
  );
}

function DisableIntegrationDialog({ target, path, close }: { target: Target; path: string; close: () => void }) {
  const disable = () => invoke('target.change', { id: target.id, settings: { integrationFile: null } });
  return (
    <FormDialog title={dialogTitle(target)} submitLabel={t('targets.integration.disable')} run={disable} onClose={close}>
      <p>{fillMessage('targets.integration.enabled', { path: <code>{path}</code> })}</p>
    </FormDialog>
  );
}

function NoIntegrationDialog({ target, close }: { target: Target; close: () => void }) {
  const hint = findExporter(target.engine)?.editorIntegration?.noFileHint;
  return (
    <Dialog title={dialogTitle(target)} onClose={close}>
      <p>{hint ? t(hint) : t('targets.integration.noFile')}</p>
    </Dialog>
  );
}
