/** An asset in large: the picture, or a player for a sound or film; what it is, and who uses it. */
import { ChevronLeft, ChevronRight, FolderSearch, Replace } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import type { Project } from '../../shared/project.ts';
import { fileAddress } from '../bridge.ts';
import { Shows } from '../fields/shows.tsx';
import { openProject, useRecord } from '../state/open-project.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showDialog } from '../ui/dialogs.ts';
import { assetsWords } from '../words/en/assets.ts';
import { AssetFields } from './asset-fields.tsx';
import { factsOf, isFixed, mediaOf } from './asset-words.ts';
import { revealAsset } from './pane-state.ts';
import { replaceFile } from './replace-file.ts';
import { UseList } from './use-list.tsx';
import { usesOf } from './uses.ts';
import './preview.css';

export const showPreview = (id: string): void => showDialog((close) => <Preview first={id} close={close} />);

function Preview({ first, close }: { first: string; close: () => void }) {
  const [id, setId] = useState(first);
  const asset = useRecord('asset', id);
  const hash = useStore(openProject, (state) => state.hash);
  if (!asset || hash === null) return null;
  const { project } = openProject.getState();
  const { before, after } = neighbours(project, asset);
  const uses = usesOf(project, [id]);
  const walk = (event: KeyboardEvent) => {
    // A player and a list take the arrows themselves.
    if (event.target instanceof Element && event.target.closest('audio, video, ul')) return;
    const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined;
    if (next !== undefined) setId(next);
  };
  return (
    <Dialog title={asset.name} onClose={close} width={780}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut for the buttons */}
      <div className="preview" onKeyDown={walk}>
        <div className="preview-stage">
          <IconButton
            icon={ChevronLeft}
            label={assetsWords.previousAsset}
            isDisabled={before === undefined}
            onPress={() => before !== undefined && setId(before)}
          />
          <Stage key={`${id} ${asset.file}`} asset={asset} hash={hash} />
          <IconButton
            icon={ChevronRight}
            label={assetsWords.nextAsset}
            isDisabled={after === undefined}
            onPress={() => after !== undefined && setId(after)}
          />
        </div>
        <AssetFields asset={asset} />
        <div className="preview-below">
          <dl className="facts" data-field="asset.mime asset.size asset.bytes asset.width asset.height asset.duration">
            {factsOf(asset).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section className="preview-uses">
            <h3>{assetsWords.usedBy}</h3>
            {uses.length === 0 ? (
              <p className="field-description">{assetsWords.nothingInTheStory}</p>
            ) : (
              <UseList uses={uses} close={close} />
            )}
          </section>
        </div>
        <footer className="dialog-buttons">
          {isFixed(asset) ? (
            <p className="field-description preview-fixed">{assetsWords.itBelongsToThe}</p>
          ) : (
            <Shows field="asset.file">
              <Button icon={Replace} onPress={() => replaceFile(id)}>
                {asset.file === null ? assetsWords.chooseItsFile : assetsWords.replaceTheFile}
              </Button>
            </Shows>
          )}
          <Button
            icon={FolderSearch}
            onPress={() => {
              close();
              revealAsset(id);
            }}
          >
            {assetsWords.showInTheAssets}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

function Stage({ asset, hash }: { asset: StoryRecord<'asset'>; hash: string }) {
  const [isMissing, setMissing] = useState(asset.file === null);
  const media = mediaOf(asset);
  if (isMissing || asset.file === null)
    return <p className="preview-missing">{asset.file === null ? assetsWords.itHasNoFile : assetsWords.itsFileIsNot}</p>;
  const address = fileAddress(hash, asset.file);
  const lost = () => setMissing(true);
  if (media === 'image') return <img className="preview-picture" src={address} alt={asset.name} onError={lost} />;
  const player = { src: address, controls: true, preload: 'metadata', onError: lost, 'aria-label': asset.name } as const;
  return media === 'audio' ? <audio {...player} className="preview-sound" /> : <video {...player} className="preview-picture" />;
}

/** The files before and after it in its folder. */
function neighbours(project: Project, { id, parentId }: StoryRecord<'asset'>): { before: string | undefined; after: string | undefined } {
  const files = parentId === null ? [] : project.list(parentId, 'assets').filter((each) => project.find('asset', each)?.type !== 'folder');
  const at = files.indexOf(id);
  return { before: files[at - 1], after: files[at + 1] };
}
