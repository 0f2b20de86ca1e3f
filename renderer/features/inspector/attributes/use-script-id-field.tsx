/** The script ID of an attribute in a dialog: proposed from its name, judged while it is typed. A board without one is asked for its own. */

import { type ReactNode, useState } from 'react';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { t } from '../../../messages/translate.ts';
import { scopeNameError, suggestScopeName, suggestVariableName, variableNameError } from '../../../records/scripts/script-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { TextField } from '../../../ui/text-field.tsx';

export interface ScriptIdField {
  /** null where none is needed. */
  readonly customId: string | null;
  /** What is to be done before the attribute can have it. */
  readonly precedingCommands: readonly SingleCommand[];
  readonly isReady: boolean;
  readonly fields: ReactNode;
}

export function useScriptIdField({ ownerId, name, isNeeded }: { ownerId: string; name: string; isNeeded: boolean }): ScriptIdField {
  const { project } = openProjectStore.getState();
  const board = project.find('board', ownerId);
  const owner = board ?? project.find('component', ownerId);
  const [typed, setTyped] = useState<string | null>(null);
  const [scope, setScope] = useState(() => (board ? suggestScopeName(project, board.name) : ''));
  if (!isNeeded) return { customId: null, precedingCommands: [], isReady: true, fields: null };
  const customId = (typed ?? suggestVariableName(project, ownerId, name)).trim();
  const asksScope = board?.customId === null;
  const fault = variableNameError(project, ownerId, customId);
  const faultOfScope = asksScope ? scopeNameError(project, scope.trim()) : null;
  const shown = `${asksScope ? scope.trim() : (owner?.customId ?? '')}.${customId === '' ? '…' : customId}`;
  return {
    customId,
    precedingCommands: asksScope ? [{ do: 'change', kind: 'board', id: ownerId, fields: { customId: scope.trim() } }] : [],
    isReady: fault === null && faultOfScope === null,
    fields: (
      <>
        {asksScope && (
          <TextField
            label={t('attributes.boardScriptIdLabel')}
            value={scope}
            onChange={setScope}
            isCode
            error={faultOfScope}
            description={t('attributes.boardScriptIdMissing')}
          />
        )}
        <TextField
          label={t('attributes.scriptId')}
          value={typed ?? customId}
          onChange={setTyped}
          isCode
          error={typed === null && customId === '' ? null : fault}
          description={t('attributes.scriptIdPreview', { shown })}
        />
      </>
    ),
  };
}
