/** Elements, and the attributes of all owners. */
import { requests } from '../requests.ts';
import { type Row, read, remove, section, write } from './rows.ts';

const one = '/:hash/element/:elementId';
export const elements = section('Elements', [
  write('createElement', 'POST', '/:hash/element', { do: 'create', kind: 'element' }, requests.createElement),
  read('getElement', one, 'stored element'),
  {
    ...write('changeElement', 'PATCH', one, { do: 'change', of: 'elementId' }, requests.changeElement),
    paths: { fields: ['title', 'content'], forms: 'all' },
  },
  write('reorderElement', 'PATCH', `${one}/index`, { do: 'move', of: 'elementId' }, requests.reorder),
  remove('removeElement', one, 'elementId'),
  write(
    'reorderOutput',
    'PATCH',
    `${one}/output/:connectionId/index`,
    { do: 'move', of: 'connectionId', list: 'outputs' },
    requests.reorder,
  ),
  { ...write('setStartingElement', 'PATCH', '/:hash/starting-element', { do: 'own' }, requests.setStartingElement), gives: 'V' },
  write('attachComponent', 'POST', `${one}/component`, { do: 'create', kind: 'componentAttachment' }, requests.attachComponent),
  write(
    'moveComponentAttachment',
    'PATCH',
    `${one}/component/:componentAttachmentId/index`,
    { do: 'move', of: 'componentAttachmentId', to: 'targetElementId' },
    requests.moveAttachment,
  ),
  remove('detachComponent', `${one}/component/:componentAttachmentId`, 'componentAttachmentId'),
  write('attachAudio', 'POST', `${one}/audio`, { do: 'create', kind: 'audioAttachment' }, requests.attachAudio),
  write('changeAudio', 'PATCH', `${one}/audio/:audioAttachmentId`, { do: 'change', of: 'audioAttachmentId' }, requests.changeAudio),
  write(
    'moveAudio',
    'PATCH',
    `${one}/audio/:audioAttachmentId/index`,
    { do: 'move', of: 'audioAttachmentId', to: 'targetElementId' },
    requests.moveAttachment,
  ),
  remove('detachAudio', `${one}/audio/:audioAttachmentId`, 'audioAttachmentId'),
  write('setElementCover', 'PATCH', `${one}/cover`, { do: 'change', of: 'elementId' }, requests.setCover),
  write('removeElementCover', 'DELETE', `${one}/cover`, { do: 'change', of: 'elementId', fields: { cover: null } }),
  { ...write('linkBoard', 'PATCH', `${one}/linked-board`, { do: 'own' }, requests.linkBoard), gives: 'V' },
  write('unlinkBoard', 'DELETE', `${one}/linked-board`, { do: 'change', of: 'elementId', fields: { linkedBoard: null } }),
]);

const attributesOf = (owner: 'Element' | 'Board' | 'Component'): Row[] => {
  const kind = owner.toLowerCase();
  const base = `/:hash/${kind}/:${kind}Id`;
  const item = `${base}/attribute/:attributeId`;
  const [create, change] =
    owner === 'Element'
      ? [requests.createElementAttribute, requests.changeElementAttribute]
      : [requests.createAttribute, requests.changeAttribute];
  return [
    read(`get${owner}Attributes`, `${base}/attributes`, 'array in display order'),
    read(`get${owner}Attribute`, item, 'stored attribute'),
    write(
      `create${owner}Attribute`,
      'POST',
      `${base}/attribute`,
      { do: 'create', kind: 'attribute', fields: { cType: `${kind}s` } },
      create,
    ),
    write(`change${owner}Attribute`, 'PATCH', item, { do: 'change', of: 'attributeId' }, change),
    write(`reorder${owner}Attribute`, 'PATCH', `${item}/index`, { do: 'move', of: 'attributeId' }, requests.reorder),
    remove(`remove${owner}Attribute`, item, 'attributeId'),
  ];
};
export const attributes = section('Attributes', [
  read('getAttribute', '/:hash/attribute/:attributeId', 'stored attribute'),
  ...attributesOf('Element'),
  ...attributesOf('Board'),
  ...attributesOf('Component'),
]);
