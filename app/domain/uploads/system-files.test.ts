import { expect, test } from "vitest";
import { checkChoice } from "./check-choice";
import { canBeMusic, isMusic, isSystemFile, systemFilesText } from "./system-files";

test.each([
  ...["._song.wav", "._cover.jpg", ".DS_Store", ".localized", ".apdisk", "Icon\r", "Icon"],
  ...["Thumbs.db", "THUMBS.DB", "ehthumbs.db", "desktop.ini", "Desktop.ini", "~$notes.docx"],
  ...[".directory", ".Trash-1000", ".~lock.notes.odt#", ".nfs000000001", ".fuse_hidden00"],
  ...["__MACOSX/album/._song.wav", "./__MACOSX/song.wav", "album\\$RECYCLE.BIN\\song.wav"],
  ...["/album/@eaDir/song.wav", ".Trashes/501/song.wav", ".Spotlight-V100/store.db"],
])("%j is the system's own", (path) => {
  expect(isSystemFile(path)).toBe(true);
});

test.each([
  ...["song.wav", "/album/song.wav", "_song.wav", ".song.wav", "..wav", "...And Justice.wav"],
  ...["Thumbs.wav", "thumbs.db.wav", "desktop.ini.wav", "Icon.wav", "Iconic.wav", "cover.jpg"],
  ...["DS_Store.wav", "~song.wav", "$song.wav", "MACOSX/song.wav", "Trash/song.wav", "a._b.wav"],
])("%j is not", (path) => {
  expect(isSystemFile(path)).toBe(false);
});

test.each(["track", "artwork", "custom-artwork"] as const)(
  "what stands for a file in iCloud is never taken as a %s, and says what to do",
  (kind) => {
    for (const name of [".song.wav.icloud", ".Cover.jpg.iCloud", ".sleeve.png.icloud"])
      for (const size of [0, 163])
        expect(checkChoice(kind, { name, type: "", size })).toBe(
          "It's still in iCloud. Download it to this device first, then choose it again.",
        );
    expect(checkChoice("track", { name: "my icloud.wav", type: "", size: 9 })).toBeUndefined();
  },
);

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test("a file of such a name is music where it begins as music does", () => {
  expect(canBeMusic("._song.WAV")).toBe(true);
  expect(canBeMusic("._cover.jpg")).toBe(false);
  expect(isMusic(bytes("RIFF\x00\n\xff\x01WAVEfmt "))).toBe(true);
  expect(isMusic(bytes("RF64\xff\xff\xff\xffWAVEds64"))).toBe(true);
  for (const head of [
    "",
    "RIFF",
    "RIFF\x00\x00\x00\x00WEBP",
    "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X",
  ])
    expect(isMusic(bytes(head))).toBe(false);
});

test("the text says how many files were left out", () => {
  expect([0, 1, 3].map(systemFilesText)).toEqual([
    undefined,
    "We left out 1 hidden file that your computer made. It holds no music.",
    "We left out 3 hidden files that your computer made. They hold no music.",
  ]);
});
