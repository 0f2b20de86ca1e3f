/** The editor's schema: the story dialect of rich text (G21), and conditions. Formatting outside of it can be neither entered nor pasted. */
import type { Extensions } from '@tiptap/core';
import { storyMarks } from './schema-marks.ts';
import { conditionNodes, storyNodes, titleNodes } from './schema-nodes.ts';

export const storyExtensions: Extensions = [...storyNodes, ...storyMarks];
/** For texts without scripts. */
export const titleExtensions: Extensions = [...titleNodes, ...storyMarks];
export const conditionExtensions: Extensions = conditionNodes;
