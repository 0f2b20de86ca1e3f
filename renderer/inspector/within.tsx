/** Where something stands: its folder in a tree, with the way to another one; or its board, which it stays on. */

import { inspectorWords } from '../words/en/inspector.ts';
import { Part } from './panel.tsx';
import type { FieldName } from './shows.tsx';
import { Shows } from './shows.tsx';

const words = inspectorWords.within;

/** `folder` is '' for the top level. */
export function InFolder({ field, folder, move }: { field: FieldName; folder: string; move: () => void }) {
  return (
    <Part title={words.title}>
      <Shows field={field}>
        <div className="row">
          <span>{folder === '' ? words.top : folder}</span>
          <button type="button" className="text-button" onClick={move}>
            {words.move}
          </button>
        </div>
      </Shows>
    </Part>
  );
}
