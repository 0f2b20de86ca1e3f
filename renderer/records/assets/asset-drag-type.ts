/** The media type under which a drag carries the id of an asset. */
export const ASSET_DRAG_TYPE = 'application/x-taleport-asset';
