"""What a desktop has around the windows, for a test: a place for tray items and one for notifications, on the session bus of the environment.
Says JSON lines (`notified`, `closed`, `item`, `name`) and does what it is told in JSON lines, each answered under its number."""

import json
import struct
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
NOTES = "org.freedesktop.Notifications"
PROPERTIES = "org.freedesktop.DBus.Properties"


def say(**line):
    print(json.dumps(line, default=str), flush=True)


class Watcher(dbus.service.Object):
    """Takes the tray items of programs and says that somebody shows them."""

    def __init__(self, bus):
        super().__init__(bus, "/StatusNotifierWatcher")
        self.items = []

    @dbus.service.method(WATCHER, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender):
        item = (sender, service) if service.startswith("/") else (service, "/StatusNotifierItem")
        self.items.append(item)
        self.StatusNotifierItemRegistered("".join(item))
        say(event="item", item="".join(item))

    @dbus.service.method(WATCHER, in_signature="s")
    def RegisterStatusNotifierHost(self, service):
        self.StatusNotifierHostRegistered()

    @dbus.service.signal(WATCHER, signature="s")
    def StatusNotifierItemRegistered(self, service):
        pass

    @dbus.service.signal(WATCHER)
    def StatusNotifierHostRegistered(self):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.GetAll(interface)[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        names = dbus.Array(["".join(item) for item in self.items], signature="s")
        return {"IsStatusNotifierHostRegistered": True, "ProtocolVersion": 0, "RegisteredStatusNotifierItems": names}


class Notes(dbus.service.Object):
    """Takes notifications; what is done with them is told to it."""

    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.last = 0

    @dbus.service.method(NOTES, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        self.last = replaces or self.last + 1
        say(event="notified", id=self.last, title=summary, body=body, actions=list(actions))
        return self.last

    @dbus.service.method(NOTES, in_signature="u")
    def CloseNotification(self, number):
        say(event="closed", id=number)
        self.NotificationClosed(number, 3)

    @dbus.service.method(NOTES, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body"]

    @dbus.service.method(NOTES, out_signature="ssss")
    def GetServerInformation(self):
        return ("desk", "taleport", "1", "1.2")

    @dbus.service.signal(NOTES, signature="uu")
    def NotificationClosed(self, number, reason):
        pass

    @dbus.service.signal(NOTES, signature="us")
    def ActionInvoked(self, number, action):
        pass


def size_of(properties):
    """Some desktops are given the picture itself, others the name of a PNG file."""
    if "IconPixmap" in properties:
        return max((int(width), int(height)) for width, height, _ in properties["IconPixmap"])
    with open(f"{properties['IconThemePath']}/{properties['IconName']}.png", "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def read_item(bus, item):
    properties = dbus.Interface(bus.get_object(*item), PROPERTIES).GetAll(ITEM)
    tip = properties.get("ToolTip")
    return {
        "title": properties.get("Title"),
        "tooltip": " ".join(part for part in (tip[2], tip[3]) if part) if tip else "",
        "icon": size_of(properties),
        "menu": [{"id": int(entry[0]), "label": entry[1].get("label", ""), "separator": entry[1].get("type") == "separator",
                  "enabled": bool(entry[1].get("enabled", True))} for entry in entries_of(bus, item, properties)],
    }


def menu_of(bus, item, properties):
    return dbus.Interface(bus.get_object(item[0], properties["Menu"]), MENU)


def entries_of(bus, item, properties):
    return menu_of(bus, item, properties).GetLayout(0, -1, dbus.Array([], signature="s"))[1][2]


def choose(bus, item, label):
    properties = dbus.Interface(bus.get_object(*item), PROPERTIES).GetAll(ITEM)
    found = [entry[0] for entry in entries_of(bus, item, properties) if entry[1].get("label") == label]
    if not found:
        raise ValueError(f"there is no entry {label}")
    menu_of(bus, item, properties).Event(found[0], "clicked", dbus.String("", variant_level=1), dbus.UInt32(0))


def main():
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    watcher, notes = Watcher(bus), Notes(bus)
    names = [dbus.service.BusName(name, bus) for name in (WATCHER, NOTES)]
    bus.watch_name_owner("org.freedesktop.secrets", lambda owner: owner and say(event="name", name="org.freedesktop.secrets"))

    def perform(do, **given):
        if do == "click notification":
            notes.ActionInvoked(given["id"], "default")
            notes.NotificationClosed(given["id"], 2)
        elif do == "click item":
            dbus.Interface(bus.get_object(*watcher.items[-1]), ITEM).Activate(0, 0)
        elif do == "choose":
            choose(bus, watcher.items[-1], given["label"])
        elif do == "read item":
            return read_item(bus, watcher.items[-1])
        return None

    def told(source, _condition):
        line = source.readline()
        if not line:
            loop.quit()
            return False
        asked = json.loads(line)
        number = asked.pop("number")
        try:
            say(answer=number, value=perform(**asked))
        except Exception as error:  # what went wrong is the test's to know
            say(answer=number, fault=str(error))
        return True

    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, told)
    say(event="ready", names=[str(name.get_name()) for name in names])
    loop.run()


main()
