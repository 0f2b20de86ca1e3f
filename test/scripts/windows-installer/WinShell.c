/* In place of the plug-in WinShell, which gives shortcuts the id of the program. Without a C library: the linker for Linux writes a DLL of it. */
int DllMain(void) { return 1; }
void SetLnkAUMI(void) {}
void UninstAppUserModelId(void) {}
void UninstShortcut(void) {}
