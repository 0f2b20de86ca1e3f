/** The helper for the editor: everything that it writes is shown before it is switched on. */
import { useState } from 'react';
import type { HelperOffer, Target } from '../../shared/targets.ts';
import { told } from '../actions/send.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { putTarget } from '../state/targets.ts';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { Diff } from './diff.tsx';
import { engineNames } from './target-words.ts';

export async function showHelper(target: Target): Promise<void> {
  if (target.helper !== null) return showDialog((close) => <HelperOff target={target} path={target.helper ?? ''} close={close} />);
  const offers = await told(during('Looking into the folder', ask('target.helpers', { id: target.id })));
  showDialog((close) =>
    offers.length === 0 ? <NoHelper target={target} close={close} /> : <HelperOn target={target} offers={offers} close={close} />,
  );
}

const titleOf = ({ engine }: Target): string => `Fewer clicks in ${engineNames[engine]}`;

function HelperOn({ target, offers, close }: { target: Target; offers: readonly HelperOffer[]; close: () => void }) {
  const [path, setPath] = useState(offers.length === 1 ? (offers[0]?.path ?? null) : null);
  const offer = offers.find((each) => each.path === path);
  const turnOn = async () => {
    if (path !== null) putTarget(await ask('target.change', { id: target.id, settings: { helper: path } }));
  };
  return (
    <FormDialog title={titleOf(target)} does="Switch on" isReady={offer !== undefined} run={turnOn} onClose={close} width={760}>
      <p>{offers[0]?.says}</p>
      {offers.length > 1 && (
        <Select label="File" options={offers.map((each) => ({ id: each.path, label: each.path }))} value={path} onChange={setPath} />
      )}
      {offer && (
        <>
          <p>
            {offer.does === 'create' ? 'This new file is written: ' : 'Only this changes in '}
            <code>{offer.path}</code>
          </p>
          <Diff comparison={offer.diff} left="Goes" right="Comes" />
          <p className="diff-says">Switched off, it is taken out again.</p>
        </>
      )}
    </FormDialog>
  );
}

function HelperOff({ target, path, close }: { target: Target; path: string; close: () => void }) {
  const turnOff = async () => putTarget(await ask('target.change', { id: target.id, settings: { helper: null } }));
  return (
    <FormDialog title={titleOf(target)} does="Switch off" run={turnOff} onClose={close}>
      <p>
        The helper <code>{path}</code> is switched on. Switched off, what Taleport put there is taken out again, unless someone else has
        changed it since.
      </p>
    </FormDialog>
  );
}

function NoHelper({ target, close }: { target: Target; close: () => void }) {
  return (
    <Dialog title={titleOf(target)} onClose={close}>
      <p>
        There is no resource of the Arcweave addon in this project yet. Make one in Godot first; Taleport can then put the story into it.
      </p>
    </Dialog>
  );
}
