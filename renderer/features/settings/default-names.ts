/** Names that Taleport gives when it creates a workspace are stored in English; until they are changed, the window shows its own language. */
import type { Member, Workspace } from '../../../shared/contracts/accounts.ts';
import { defaultOwnerName, defaultWorkspaceName } from '../../../shared/contracts/default-account-names.ts';
import { t } from '../../messages/translate.ts';

export const memberLabel = ({ name }: Member): string => (name === defaultOwnerName ? t('settings.members.defaultName') : name);

export const workspaceLabel = ({ name }: Workspace): string => (name === defaultWorkspaceName ? t('settings.workspace.defaultName') : name);
