; An installer of what build/windows/installer.nsh adds to that of electron-builder, with the little of its template that this needs. Unlike that
; template it is for 64 bits, as the Wine of the tests is.
Unicode true
Target amd64-unicode
Name "Taleport"
OutFile "${OUTPUT}"
SilentInstall silent
SilentUnInstall silent
RequestExecutionLevel user

!include LogicLib.nsh
!include FileFunc.nsh
!include WinMessages.nsh

!define APP_EXECUTABLE_FILENAME "Taleport.exe"
!macro _isUpdated _a _b _t _f
  ${GetParameters} $R9
  ClearErrors
  ${GetOptions} $R9 "--updated" $R8
  IfErrors `${_f}` `${_t}`
!macroend
!define isUpdated `"" isUpdated ""`
Var installMode

!include "${BUILD_RESOURCES_DIR}/windows/installer.nsh"

Section
  StrCpy $installMode "CurrentUser"
  StrCpy $INSTDIR "C:\Tools\Taleport"
  SetOutPath $INSTDIR
  WriteUninstaller "$INSTDIR\uninstall.exe"
  !insertmacro customInstall
SectionEnd

Section "Uninstall"
  StrCpy $installMode "CurrentUser"
  !insertmacro customUnInstall
SectionEnd
