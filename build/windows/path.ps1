# Called by the installer: adds a folder to the PATH of the user or of the computer, or removes it. NSIS itself would cut a long PATH off, and
# [Environment]::SetEnvironmentVariable would replace the variables in it by their values of now.
param(
  [Parameter(Mandatory)][ValidateSet('add', 'remove')][string]$Action,
  [Parameter(Mandatory)][string]$Folder,
  [Parameter(Mandatory)][ValidateSet('User', 'Machine')][string]$Scope
)
$ErrorActionPreference = 'Stop'
$key = if ($Scope -eq 'User') { 'HKCU:\Environment' } else { 'HKLM:\SYSTEM\CurrentControlSet\Control\Session Manager\Environment' }
$path = (Get-Item $key).GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$folders = @($path -split ';' | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $Folder.TrimEnd('\') })
if ($Action -eq 'add') { $folders += $Folder }
$new = $folders -join ';'
if ($new -ne $path) { Set-ItemProperty -Path $key -Name Path -Value $new -Type ExpandString }
