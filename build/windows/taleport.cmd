@rem Electron ends at once, and silently, where a word with a scheme (https://..., Act:One) is followed by another one; it does not look behind "--".
@"%~dp0..\Taleport.exe" -- %*
