/** The script ID of an attribute in a dialog: proposed from its name, judged while it is typed. A board without one is asked for its own. */
import { type ReactNode, useState } from 'react';
import type { SingleCommand } from '../../shared/commands.ts';
import { openProject } from '../state/open-project.ts';
import { TextField } from '../ui/text-field.tsx';
import { attributesWords } from '../words/en/attributes.ts';
import { proposedScope, proposedVariable, scopeFault, variableFault } from './script-names.ts';

export interface ScriptId {
  /** null where none is needed. */
  readonly customId: string | null;
  /** What is to be done before the attribute can have it. */
  readonly before: readonly SingleCommand[];
  readonly isReady: boolean;
  readonly fields: ReactNode;
}

export function useScriptId({ ownerId, name, isNeeded }: { ownerId: string; name: string; isNeeded: boolean }): ScriptId {
  const { project } = openProject.getState();
  const board = project.find('board', ownerId);
  const owner = board ?? project.find('component', ownerId);
  const [typed, setTyped] = useState<string | null>(null);
  const [scope, setScope] = useState(() => (board ? proposedScope(project, board.name) : ''));
  if (!isNeeded) return { customId: null, before: [], isReady: true, fields: null };
  const customId = (typed ?? proposedVariable(project, ownerId, name)).trim();
  const asksScope = board?.customId === null;
  const fault = variableFault(project, ownerId, customId);
  const faultOfScope = asksScope ? scopeFault(project, scope.trim()) : null;
  const shown = `${asksScope ? scope.trim() : (owner?.customId ?? '')}.${customId === '' ? '…' : customId}`;
  return {
    customId,
    before: asksScope ? [{ do: 'change', kind: 'board', id: ownerId, fields: { customId: scope.trim() } }] : [],
    isReady: fault === null && faultOfScope === null,
    fields: (
      <>
        {asksScope && (
          <TextField
            label={attributesWords.scriptIdOfThe}
            value={scope}
            onChange={setScope}
            isCode
            error={faultOfScope}
            description={attributesWords.thisBoardHasNone}
          />
        )}
        <TextField
          label={attributesWords.scriptId}
          value={typed ?? customId}
          onChange={setTyped}
          isCode
          error={typed === null && customId === '' ? null : fault}
          description={attributesWords.scriptsWillCallIt(shown)}
        />
      </>
    ),
  };
}
