/** The helper for the editor: everything that it writes is shown before it is switched on. */
import { useState } from 'react';
import type { HelperOffer, Target } from '../../shared/targets.ts';
import { ask } from '../bridge.ts';
import { during } from '../state/busy.ts';
import { told } from '../state/send.ts';
import { putTarget } from '../state/targets.ts';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { Select } from '../ui/select.tsx';
import { targetsWords } from '../words/en/targets.ts';
import { fill } from '../words/fill.tsx';
import { Diff } from './diff.tsx';
import { engineNames } from './target-words.ts';

export async function showHelper(target: Target): Promise<void> {
  if (target.helper !== null) return showDialog((close) => <HelperOff target={target} path={target.helper ?? ''} close={close} />);
  const offers = await told(during(targetsWords.looking, ask('target.helpers', { id: target.id })));
  showDialog((close) =>
    offers.length === 0 ? <NoHelper target={target} close={close} /> : <HelperOn target={target} offers={offers} close={close} />,
  );
}

const titleOf = ({ engine }: Target): string => targetsWords.fewerClicksIn(engineNames[engine]);

function HelperOn({ target, offers, close }: { target: Target; offers: readonly HelperOffer[]; close: () => void }) {
  const [path, setPath] = useState(offers.length === 1 ? (offers[0]?.path ?? null) : null);
  const offer = offers.find((each) => each.path === path);
  const turnOn = async () => {
    if (path !== null) putTarget(await ask('target.change', { id: target.id, settings: { helper: path } }));
  };
  return (
    <FormDialog title={titleOf(target)} does={targetsWords.switchOn} isReady={offer !== undefined} run={turnOn} onClose={close} width={760}>
      <p>{offers[0]?.says}</p>
      {offers.length > 1 && (
        <Select
          label={targetsWords.file}
          options={offers.map((each) => ({ id: each.path, label: each.path }))}
          value={path}
          onChange={setPath}
        />
      )}
      {offer && (
        <>
          <p>{fill(offer.does === 'create' ? targetsWords.thisNewFileIs : targetsWords.onlyThisChangesIn, <code>{offer.path}</code>)}</p>
          <Diff comparison={offer.diff} left={targetsWords.goes} right={targetsWords.comes} />
          <p className="diff-says">{targetsWords.switchedOffItIs}</p>
        </>
      )}
    </FormDialog>
  );
}

function HelperOff({ target, path, close }: { target: Target; path: string; close: () => void }) {
  const turnOff = async () => putTarget(await ask('target.change', { id: target.id, settings: { helper: null } }));
  return (
    <FormDialog title={titleOf(target)} does={targetsWords.switchOff} run={turnOff} onClose={close}>
      <p>{fill(targetsWords.theHelperIsOn, <code>{path}</code>)}</p>
    </FormDialog>
  );
}

function NoHelper({ target, close }: { target: Target; close: () => void }) {
  return (
    <Dialog title={titleOf(target)} onClose={close}>
      <p>{targetsWords.thereIsNoResource}</p>
    </Dialog>
  );
}
