/** The list of documents, one line each. */
export { scriptDocument } from './script/script-document.ts';
