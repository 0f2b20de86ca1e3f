/** An element on the board: its theme, title, the beginning of its content, and what it carries. It watches its own record only. */
import type { NodeProps } from '@xyflow/react';
import { ArrowUpRight, Film, Flag, Image, Music, Shapes, TvMinimalPlay } from 'lucide-react';
import { memo, useContext } from 'react';
import type { StoryRecord } from '../../shared/kinds/all.ts';
import { PROJECT } from '../../shared/kinds/project.ts';
import { plainText } from '../../shared/rich-text/plain-text.ts';
import { ElementCover } from '../assets/element-cover.tsx';
import { useList, useProject, useRecord } from '../state/open-project.ts';
import { useName, useSaid } from '../state/use-words.ts';
import { boardWords } from '../words/en/board.ts';
import { DetailContext } from './detail.ts';
import type { ItemNode } from './map-board.ts';
import { Points } from './points.tsx';
import { Resizer } from './resizer.tsx';
import { RichWords } from './rich-words.tsx';

export const ElementNode = memo(function ElementNode({ id, selected }: NodeProps<ItemNode>) {
  const element = useRecord('element', id);
  const isStart = useProject((project) => project.find('project', PROJECT)?.startingElement === id);
  const detail = useContext(DetailContext);
  const title = useSaid(element?.title);
  const name = useName(id);
  if (!element) return null;
  const words = plainText(title.html).replaceAll('\n', ' ');
  const isFar = detail === 'far';
  return (
    <>
      <Resizer shown={selected} />
      <article
        className="item element"
        data-theme={element.theme}
        data-start={isStart || undefined}
        data-far={isFar || undefined}
        aria-label={boardWords.elementNamed(words || boardWords.withoutATitle)}
      >
        {isStart && (
          <span className="start-mark" title={boardWords.theStoryStartsHere}>
            <Flag size={12} aria-hidden="true" />
            {boardWords.start}
          </span>
        )}
        <header>
          <h3 data-empty={words === '' || undefined} data-fallback={!title.translated || undefined}>
            {words || (isFar && name) || boardWords.untitled}
          </h3>
          {element.cover && (isFar || !hasPicture(element.cover)) && <CoverMark cover={element.cover} />}
        </header>
        {!isFar && <Body element={element} />}
      </article>
      <Points type="source" />
    </>
  );
});

function Body({ element }: { element: StoryRecord<'element'> }) {
  const content = useSaid(element.content);
  const carried = useList(element.id, 'components');
  const sounds = useList(element.id, 'audio');
  return (
    <>
      <div className="element-body">
        <div className="words" data-fallback={!content.translated || undefined}>
          {content.html !== null && <RichWords html={content.html} limit={previewOf(element)} />}
        </div>
        {element.cover && hasPicture(element.cover) && <ElementCover assetId={element.cover.id} />}
      </div>
      {(carried.length > 0 || sounds.length > 0 || element.linkedBoard !== null) && (
        <footer>
          {element.linkedBoard !== null && <LinkedBoard id={element.linkedBoard} />}
          {sounds.length > 0 && (
            <span className="chip">
              <Music size={11} aria-label={boardWords.sounds} /> {sounds.length}
            </span>
          )}
          {carried.slice(0, 4).map((id) => (
            <CarriedChip key={id} id={id} />
          ))}
          {carried.length > 4 && <span className="chip">+{carried.length - 4}</span>}
        </footer>
      )}
    </>
  );
}

/** About as many characters as fit into the box. */
const previewOf = ({ width, height }: { width: number; height: number }): number => Math.ceil((width / 6) * (height / 16)) + 80;

function CarriedChip({ id }: { id: string }) {
  const attachment = useRecord('componentAttachment', id);
  const name = useName(attachment?.componentId ?? null);
  return (
    <span className="chip" title={name}>
      <i aria-hidden="true">{[...name][0] ?? '?'}</i>
      <span>{name || boardWords.unnamed}</span>
    </span>
  );
}

function LinkedBoard({ id }: { id: string }) {
  const name = useName(id);
  return (
    <span className="chip linked" title={boardWords.linkedBoard(name)}>
      <ArrowUpRight size={11} aria-label={boardWords.linksToABoard} />
      <span>{name}</span>
    </span>
  );
}

type Cover = NonNullable<StoryRecord<'element'>['cover']>;
const hasPicture = (cover: Cover): cover is Extract<Cover, { type: 'image' | 'template-image' }> =>
  cover.type === 'image' || cover.type === 'template-image';

const coverIcons = {
  image: Image,
  'template-image': Image,
  video: Film,
  'template-video': Film,
  icon: Shapes,
  youtube: TvMinimalPlay,
} as const;

function CoverMark({ cover }: { cover: Cover }) {
  const Icon = coverIcons[cover.type];
  return <Icon className="cover-mark" size={14} aria-label={boardWords.hasACover} />;
}
