/** Which kinds of records have attributes ([Attribute]). Separate from attribute-types.ts, because the first load needs only this. */
import type { KindName, StoryRecord } from '../../../../shared/model/kinds/kinds.ts';

export type AttributeOwnerType = StoryRecord<'attribute'>['cType'];

const ownerTypes: Partial<Record<KindName, AttributeOwnerType>> = { board: 'boards', element: 'elements', component: 'components' };
export const attributeOwnerType = (kind: KindName | undefined): AttributeOwnerType | undefined => kind && ownerTypes[kind];
