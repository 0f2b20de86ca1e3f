/** The second and third step of the first start, beside the open story. Asks for nothing: one may write on and leave it. */
import { Check, FolderOpen, FolderPlus, FolderSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Target } from '../../shared/targets.ts';
import { ask, shell } from '../bridge.ts';
import { useLook } from '../state/look.ts';
import { openProject } from '../state/open-project.ts';
import { told } from '../state/send.ts';
import { useTargets } from '../state/targets.ts';
import { showAddTarget } from '../targets/add-target.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { firstStartWords as words } from '../words/en/first-start.ts';
import { endFirstStart, firstStart, followWithExample, useFirstStart } from './first-start.ts';
import { useDelivered } from './use-delivered.ts';
import './first-start.css';

export function FirstStartCard() {
  const open = useStore(openProject, ({ hash, project }) => (project.size > 0 ? hash : null));
  const isNew = useLook((look) => look.firstStart === 'new');
  const { isChosen, hash } = useFirstStart((state) => state);
  const [target] = useTargets();
  useEffect(() => {
    if (isChosen && open !== null && hash === null) firstStart.setState({ hash: open });
  }, [isChosen, open, hash]);
  if (!isNew || hash === null || open !== hash) return null;
  return target ? <LookAtTheFile target={target} /> : <ChooseTheGame />;
}

function ChooseTheGame() {
  return (
    <Card step={2} title={words.game.title}>
      <p>{words.game.says}</p>
      <div className="first-card-buttons">
        <Button icon={FolderSearch} look="primary" onPress={showAddTarget}>
          {words.game.choose}
        </Button>
        <Button icon={FolderPlus} onPress={() => void told(followWithExample()).catch(() => undefined)}>
          {words.game.example}
        </Button>
        <Button look="quiet" onPress={endFirstStart}>
          {words.skip}
        </Button>
      </div>
    </Card>
  );
}

function LookAtTheFile({ target }: { target: Target }) {
  const { path, hasFollowed } = useDelivered(target);
  return (
    <Card step={3} title={words.word.title}>
      <p>{words.word.now}</p>
      {path && <CopyField label={words.word.file} value={path} />}
      <p role="status" className={hasFollowed ? 'first-card-followed' : ''}>
        {hasFollowed && <Check size={16} aria-hidden />}
        {hasFollowed ? words.word.followed : words.word.waiting}
      </p>
      <div className="first-card-buttons">
        {shell === 'desktop' && path && (
          <Button icon={FolderOpen} onPress={() => void told(ask('dialog.showInFolder', { path })).catch(() => undefined)}>
            {words.word.show}
          </Button>
        )}
        <Button look={hasFollowed ? 'primary' : 'plain'} onPress={endFirstStart}>
          {words.done}
        </Button>
      </div>
    </Card>
  );
}

/** Takes the keyboard when it comes, so that whoever began by keys goes on by keys. */
function Card({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <section className="first-card" aria-label={words.title} data-pane="first-start">
      <p className="first-card-step">{words.step(step)}</p>
      <h2 ref={place} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
