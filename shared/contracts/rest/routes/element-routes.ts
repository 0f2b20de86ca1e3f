/** Elements, and the attributes of all owners. */
import { requestBodies } from '../request-bodies.ts';
import { defineRoutes, readRoute, removeRoute, writeRoute } from './route.ts';

const elementPath = '/:hash/element/:elementId';
export const elementRoutes = defineRoutes('Elements', [
  writeRoute('createElement', 'POST', '/:hash/element', { do: 'create', kind: 'element' }, requestBodies.createElement),
  readRoute('getElement', elementPath, 'stored element'),
  {
    ...writeRoute('changeElement', 'PATCH', elementPath, { do: 'change', param: 'elementId' }, requestBodies.changeElement),
    pathKeys: { fields: ['title', 'content'], notation: 'any' },
  },
  writeRoute('reorderElement', 'PATCH', `${elementPath}/index`, { do: 'move', param: 'elementId' }, requestBodies.reorder),
  removeRoute('removeElement', elementPath, 'elementId'),
  writeRoute(
    'reorderOutput',
    'PATCH',
    `${elementPath}/output/:connectionId/index`,
    { do: 'move', param: 'connectionId', list: 'outputs' },
    requestBodies.reorder,
  ),
  {
    ...writeRoute(
      'setStartingElement',
      'PATCH',
      '/:hash/starting-element',
      { do: 'own', as: { do: 'change', param: 'projectId', part: 'startingElement' } },
      requestBodies.setStartingElement,
    ),
    returns: 'V',
  },
  writeRoute(
    'attachComponent',
    'POST',
    `${elementPath}/component`,
    { do: 'create', kind: 'componentAttachment' },
    requestBodies.attachComponent,
  ),
  writeRoute(
    'moveComponentAttachment',
    'PATCH',
    `${elementPath}/component/:componentAttachmentId/index`,
    { do: 'move', param: 'componentAttachmentId', to: 'targetElementId' },
    requestBodies.moveAttachment,
  ),
  removeRoute('detachComponent', `${elementPath}/component/:componentAttachmentId`, 'componentAttachmentId'),
  writeRoute('attachAudio', 'POST', `${elementPath}/audio`, { do: 'create', kind: 'audioAttachment' }, requestBodies.attachAudio),
  writeRoute(
    'changeAudio',
    'PATCH',
    `${elementPath}/audio/:audioAttachmentId`,
    { do: 'change', param: 'audioAttachmentId' },
    requestBodies.changeAudio,
  ),
  writeRoute(
    'moveAudio',
    'PATCH',
    `${elementPath}/audio/:audioAttachmentId/index`,
    { do: 'move', param: 'audioAttachmentId', to: 'targetElementId' },
    requestBodies.moveAttachment,
  ),
  removeRoute('detachAudio', `${elementPath}/audio/:audioAttachmentId`, 'audioAttachmentId'),
  writeRoute(
    'setElementCover',
    'PATCH',
    `${elementPath}/cover`,
    { do: 'change', param: 'elementId', part: 'cover' },
    requestBodies.setCover,
  ),
  writeRoute('removeElementCover', 'DELETE', `${elementPath}/cover`, {
    do: 'change',
    param: 'elementId',
    part: 'cover',
    fields: { cover: null },
  }),
  {
    ...writeRoute(
      'linkBoard',
      'PATCH',
      `${elementPath}/linked-board`,
      { do: 'own', as: { do: 'change', param: 'elementId', part: 'linkedBoard' } },
      requestBodies.linkBoard,
    ),
    returns: 'V',
  },
  writeRoute('unlinkBoard', 'DELETE', `${elementPath}/linked-board`, {
    do: 'change',
    param: 'elementId',
    part: 'linkedBoard',
    fields: { linkedBoard: null },
  }),
]);

const attributeRoutesOf = <const O extends 'Element' | 'Board' | 'Component'>(owner: O) => {
  const kind = owner.toLowerCase();
  const base = `/:hash/${kind}/:${kind}Id`;
  const item = `${base}/attribute/:attributeId`;
  const [create, change] =
    owner === 'Element'
      ? [requestBodies.createElementAttribute, requestBodies.changeElementAttribute]
      : [requestBodies.createAttribute, requestBodies.changeAttribute];
  return [
    readRoute(`get${owner}Attributes`, `${base}/attributes`, 'array in display order'),
    readRoute(`get${owner}Attribute`, item, 'stored attribute'),
    writeRoute(
      `create${owner}Attribute`,
      'POST',
      `${base}/attribute`,
      { do: 'create', kind: 'attribute', fields: { cType: `${kind}s` } },
      create,
    ),
    writeRoute(`change${owner}Attribute`, 'PATCH', item, { do: 'change', param: 'attributeId' }, change),
    writeRoute(`reorder${owner}Attribute`, 'PATCH', `${item}/index`, { do: 'move', param: 'attributeId' }, requestBodies.reorder),
    removeRoute(`remove${owner}Attribute`, item, 'attributeId'),
  ] as const;
};
export const attributeRoutes = defineRoutes('Attributes', [
  readRoute('getAttribute', '/:hash/attribute/:attributeId', 'stored attribute'),
  ...attributeRoutesOf('Element'),
  ...attributeRoutesOf('Board'),
  ...attributeRoutesOf('Component'),
]);
