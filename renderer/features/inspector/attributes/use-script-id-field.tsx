/** The script ID field of an attribute in a dialog: suggested from the name and validated while typing. Asks for the board's script ID if it has none. */

import { type ReactNode, useState } from 'react';
import type { SingleCommand } from '../../../../shared/model/commands.ts';
import { t } from '../../../messages/translate.ts';
import { scopeNameError, suggestScopeName, suggestVariableName, variableNameError } from '../../../records/scripts/script-names.ts';
import { openProjectStore } from '../../../state/open-project.ts';
import { TextField } from '../../../ui/text-field.tsx';

interface ScriptIdField {
  /** null if none is needed. */
  readonly customId: string | null;
  /** Commands that must run before the attribute can have the script ID. */
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
  const needsScope = board?.customId === null;
  const error = variableNameError(project, ownerId, customId);
  const scopeError = needsScope ? scopeNameError(project, scope.trim()) : null;
  const preview = `${needsScope ? scope.trim() : (owner?.customId ?? '')}.${customId === '' ? '…' : customId}`;
  return {
    customId,
    precedingCommands: needsScope ? [{ do: 'change', kind: 'board', id: ownerId, fields: { customId: scope.trim() } }] : [],
    isReady: error === null && scopeError === null,
    fields: (
      <>
        {needsScope && (
          <TextField
            label={t('attributes.boardScriptIdLabel')}
            value={scope}
            onChange={setScope}
            isCode
            error={scopeError}
            description={t('attributes.boardScriptIdMissing')}
          />
        )}
        <TextField
          label={t('attributes.scriptId')}
          value={typed ?? customId}
          onChange={setTyped}
          isCode
          error={typed === null && customId === '' ? null : error}
          description={t('attributes.scriptIdPreview', { shown: preview })}
        />
      </>
    ),
  };
}
