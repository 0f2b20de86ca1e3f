@"%~dp0..\Taleport.exe" %*
