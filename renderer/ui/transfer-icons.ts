/** The icons of what enters and leaves a story: an arrow into a tray imports, one out of it exports, and one on a document adds files of this computer. */
import { Download, FileUp, FolderUp, Upload } from 'lucide-react';

export const importIcon = Download;
export const exportIcon = Upload;
export const addFilesIcon = FileUp;
export const addFolderIcon = FolderUp;
