/** Where something stands: its folder in a tree or its board, with the way to another one. */

import { Part } from '../fields/panel.tsx';
import { type FieldName, Shows } from '../fields/shows.tsx';
import { inspectorWords } from '../words/en/inspector.ts';

const words = inspectorWords.within;

interface WithinProps {
  readonly field: FieldName;
  /** '' for the top level. */
  readonly where: string;
  readonly move: () => void;
}

export const InFolder = (props: WithinProps) => <Within title={words.title} {...props} />;
export const OnBoard = (props: WithinProps) => <Within title={words.onBoard} {...props} />;

function Within({ title, field, where, move }: WithinProps & { title: string }) {
  return (
    <Part title={title}>
      <Shows field={field}>
        <div className="row">
          <span>{where === '' ? words.top : where}</span>
          <button type="button" className="text-button" onClick={move}>
            {words.move}
          </button>
        </div>
      </Shows>
    </Part>
  );
}
