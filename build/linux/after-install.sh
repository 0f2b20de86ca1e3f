#!/bin/sh
# Runs as root after the package was unpacked (deb: "configure", rpm: 1 or 2). ${executable} and ${sanitizedProductName} are filled in by electron-builder.
set -e
app='/opt/${sanitizedProductName}'

# Chromium prefers user namespaces and uses this helper where the system denies them to ordinary users.
chown root:root "$app/chrome-sandbox"
chmod 4755 "$app/chrome-sandbox"

# Ubuntu 24 gives user namespaces only to programs with a profile. An AppArmor too old for the profile does not need it.
profile='/etc/apparmor.d/${executable}'
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$app/resources/apparmor-profile" >/dev/null 2>&1; then
  cp -f "$app/resources/apparmor-profile" "$profile"
  # In a chroot, where images are made, the kernel is not this system's.
  if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q -f -t /usr/share/icons/hicolor || true; fi
