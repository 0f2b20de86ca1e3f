; What the template of electron-builder calls of plug-ins that Debian's NSIS does not have, in NSIS's own words. The marks of the two headers keep
; those of electron-builder out, which would call the plug-ins.
!include LogicLib.nsh
!include FileFunc.nsh

; UAC: nothing is elevated under Wine, whose user is an administrator.
!define UAC_HDR__INC
!macro UAC_RunElevated
!macroend
!macro _UAC_IsAdmin _a _b _t _f
  UserInfo::GetAccountType
  Pop $R9
  StrCmp $R9 "Admin" `${_t}` `${_f}`
!macroend
!define UAC_IsAdmin `"" UAC_IsAdmin ""`
!macro _UAC_IsInnerInstance _a _b _t _f
  ; As every call of a plug-in does, which the uninstaller relies on.
  InitPluginsDir
  StrCmp "outer" "inner" `${_t}` `${_f}`
!macroend
!define UAC_IsInnerInstance `"" UAC_IsInnerInstance ""`

; StdUtils
!define ___STDUTILS__NSH___
!define StdUtils.TestParameter '!insertmacro testParameter'
!macro testParameter RESULT NAME
  !define FOUND found_${__COUNTER__}
  ClearErrors
  ${GetOptions} $CMDLINE "--${NAME}" ${RESULT}
  IfErrors 0 ${FOUND}
  ClearErrors
  ${GetOptions} $CMDLINE "/${NAME}" ${RESULT}
  IfErrors 0 ${FOUND}
  StrCpy ${RESULT} "false"
  Goto +2
  ${FOUND}:
  StrCpy ${RESULT} "true"
  ClearErrors
  !undef FOUND
!macroend
!define StdUtils.GetAllParameters '!insertmacro getAllParameters'
!macro getAllParameters RESULT TRUNCATE
  StrCpy ${RESULT} $CMDLINE
!macroend
!define StdUtils.GetParentPath '!insertmacro getParentPath'
!macro getParentPath RESULT PATH
  ${GetParent} `${PATH}` ${RESULT}
!macroend
!define StdUtils.ExecShellAsUser '!insertmacro execShellAsUser'
!macro execShellAsUser RESULT FILE VERB ARGUMENTS
  ExecShell "${VERB}" "${FILE}" "${ARGUMENTS}"
!macroend

; The template looks for a running Taleport by PowerShell or findstr, which in Wine 8 do nothing and report success.
!macro customCheckAppRunning
!macroend
