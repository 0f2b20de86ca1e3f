/** The names of the themes. */
import type { Theme } from '../../../shared/model/kinds/field-schemas.ts';
import { t } from '../../messages/translate.ts';

export const themeLabels = (): Readonly<Record<Theme, string>> => ({
  default: t('inspector.themes.default'),
  orange: t('inspector.themes.orange'),
  brown: t('inspector.themes.brown'),
  gold: t('inspector.themes.gold'),
  moss: t('inspector.themes.moss'),
  green: t('inspector.themes.green'),
  cyan: t('inspector.themes.cyan'),
  lightBlue: t('inspector.themes.lightBlue'),
  blue: t('inspector.themes.blue'),
  purple: t('inspector.themes.purple'),
  pink: t('inspector.themes.pink'),
  red: t('inspector.themes.red'),
});
