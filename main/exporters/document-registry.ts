/** The list of documents, one line each. */
export { scriptDocument } from './script-document/script-document.ts';
