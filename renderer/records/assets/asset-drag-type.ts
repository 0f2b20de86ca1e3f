/** The MIME type of a drag that contains the id of an asset. */
export const ASSET_DRAG_TYPE = 'application/x-taleport-asset';
