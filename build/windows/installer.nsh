; Included by electron-builder: puts the command `taleport` (bin\taleport.cmd) on the PATH of the user, or of the computer where it is installed for all.
!macro changePath ACTION
  InitPluginsDir
  File "/oname=$PLUGINSDIR\path.ps1" "${BUILD_RESOURCES_DIR}\windows\path.ps1"
  ${If} $installMode == "all"
    nsExec::Exec 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$PLUGINSDIR\path.ps1" ${ACTION} "$INSTDIR\bin" Machine'
  ${Else}
    nsExec::Exec 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$PLUGINSDIR\path.ps1" ${ACTION} "$INSTDIR\bin" User'
  ${EndIf}
  Pop $0
  ; New terminals read the PATH again.
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro changePath add
!macroend

!macro customUnInstall
  ; An update installs the new version at once.
  ${IfNot} ${isUpdated}
    !insertmacro changePath remove
  ${EndIf}
!macroend
