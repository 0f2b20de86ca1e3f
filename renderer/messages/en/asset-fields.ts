/** The fields of an asset. */
import { defineMessages } from '../catalogue.ts';

export const assetFieldMessages = defineMessages({
  name: 'Name',
  type: 'Kind',
  types: { image: 'Picture', audio: 'Sound', video: 'Film' },
  volume: 'Volume',
  untouched: 'As it is',
  size: 'Size, as it is told',
  folder: 'Folder',
  top: 'Top level',
  move: 'Move to…',
  sound: (name: string) => `Sound in the place of ${name}`,
});
