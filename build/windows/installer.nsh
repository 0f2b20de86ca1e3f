; Included by electron-builder: puts the command `taleport` (bin\taleport.cmd) on the PATH of the user, or of the computer where it is installed for all,
; and registers taleport:// links, since electron-builder's own installer ignores `protocols`. test/scripts/windows-installer.deep.test.ts runs it under
; Wine.
!macro changePath ACTION
  InitPluginsDir
  File "/oname=$PLUGINSDIR\path.ps1" "${BUILD_RESOURCES_DIR}\windows\path.ps1"
  ${If} $installMode == "all"
    nsExec::Exec 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$PLUGINSDIR\path.ps1" ${ACTION} "$INSTDIR\bin" Machine'
  ${Else}
    nsExec::Exec 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$PLUGINSDIR\path.ps1" ${ACTION} "$INSTDIR\bin" User'
  ${EndIf}
  Pop $0
  ; "error" where PowerShell could not be started, otherwise its exit code. The program works without the command.
  ${If} $0 != "0"
    DetailPrint "The PATH was not changed (PowerShell: $0)."
    ${If} ${ACTION} == "add"
      MessageBox MB_OK|MB_ICONEXCLAMATION "Taleport was installed, but the command $\"taleport$\" could not be added to the PATH (PowerShell: $0). You can add the folder $INSTDIR\bin yourself." /SD IDOK
    ${EndIf}
  ${EndIf}
  ; New terminals read the PATH again.
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!define LINK_KEY "Software\Classes\taleport"

!macro registerLinks
  WriteRegStr SHELL_CONTEXT "${LINK_KEY}" "" "URL:Taleport project"
  WriteRegStr SHELL_CONTEXT "${LINK_KEY}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${LINK_KEY}\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "${LINK_KEY}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; electron-builder writes this command without quotes, although the path of the program may contain spaces.
!macro quoteFileCommand
  WriteRegStr SHELL_CONTEXT "Software\Classes\Taleport project\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; What “Open at login” has written, under the id that start-desktop.ts sets. The system keeps its own switch for it beside it.
!macro removeLoginItem
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.taleport"
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.taleport"
!macroend

; The uninstaller continues in a copy of itself. Until the process that has started the copy ends, its file cannot be deleted, and the folder would stay.
!macro waitForUninstaller
  ${For} $R0 1 100
    Delete "$INSTDIR\${UNINSTALL_FILENAME}"
    ${IfNot} ${FileExists} "$INSTDIR\${UNINSTALL_FILENAME}"
      ${ExitFor}
    ${EndIf}
    Sleep 100
  ${Next}
  ; It has the folder open a little longer than its file, and an open folder can be neither renamed nor removed.
  ${For} $R0 1 50
    ClearErrors
    Rename "$INSTDIR" "$INSTDIR.open"
    ${IfNot} ${Errors}
      Rename "$INSTDIR.open" "$INSTDIR"
      ${ExitFor}
    ${EndIf}
    Sleep 100
  ${Next}
!macroend

!macro customInstall
  !insertmacro changePath add
  !insertmacro registerLinks
  !insertmacro quoteFileCommand
!macroend

!macro customUnInstall
  ; An update installs the new version at once.
  ${IfNot} ${isUpdated}
    ; Otherwise PowerShell would have the folder open, which is removed.
    SetOutPath $TEMP
    !insertmacro changePath remove
    !insertmacro removeLoginItem
    DeleteRegKey SHELL_CONTEXT "${LINK_KEY}"
    ; electron-builder would leave the extension behind.
    DeleteRegKey SHELL_CONTEXT "Software\Classes\.taleport"
    !insertmacro waitForUninstaller
  ${EndIf}
!macroend
