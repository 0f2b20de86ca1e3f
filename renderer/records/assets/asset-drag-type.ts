/** The MIME type of a drag that contains the id of an asset. */
export const assetDragType = 'application/x-taleport-asset';
