import { expect, test } from "vitest";
import { isPlaceholder, namesProgram } from "./tag-placeholders";

test.each([
  ...["C:\\Users\\ada\\Bounces\\Night Ferry.wav", "/Users/ada/night", "\\\\nas\\songs", "~/song"],
  ...["Users/ada/Music/night", "Night Ferry.wav", "night ferry final.AIFF", "ferry.als"],
  ...["file:///tmp/a", "https://example.com/a"],
])("%s is a path", (text) => expect(isPlaceholder(text)).toBe(true));

test.each([
  ...["2026-11-29", "29.11.2026", "11/29/26", "20261129", "2026-11-29T10:20:30Z", "10:20:30"],
  ...[
    "November 29, 2026",
    "29 Nov 2026",
    "29. Juni 2026",
    "3 août 2026",
    "Sun Nov 29 2026",
    "11/2026",
  ],
  ...["2026-11-29 10:20:30.123 UTC", "20261129_102030"],
])("%s is a date", (text) => expect(isPlaceholder(text)).toBe(true));

test.each([
  ...["Pro Tools", "Pro Tools 2026.6", "Logic Pro X", "Ableton Live 12 Suite", "Lavf58.29.100"],
  ...[
    "FL Studio 21",
    "Audacity",
    "REAPER/7.11",
    "Adobe Audition CC (Windows)",
    "Made with GarageBand",
  ],
])("%s is a program", (text) => expect(isPlaceholder(text)).toBe(true));

test.each([
  ...[
    "Untitled",
    "untitled 3",
    "UNTITLED-1",
    "Ohne Titel",
    "Sans titre 2",
    "无标题",
    "Unknown Artist",
  ],
  ...[
    "Track 01",
    "track01",
    "Audio 1_03",
    "Audio 1_03-01.L",
    "01",
    "#3",
    "7 ",
    "1-Audio",
    "Take 4",
  ],
  ...["Mix_24bit".slice(0, 3), "Master", "New Recording 12", "[title]", "%TITLE%", "<Artist>"],
  ...["???", "...", "-", "♪"],
])("%s names nothing", (text) => expect(isPlaceholder(text)).toBe(true));

test.each([
  ...[
    "Night Ferry",
    "1999",
    "4:44",
    "24/7",
    "Either/Or",
    "Intro / Outro",
    "AC/DC",
    "Track of My Tears",
  ],
  ...["Audio Lover", "Logical Song", "The Reason", "Zoom In", "May", "4th Street", "22, A Million"],
  ...[
    "August Rain 2",
    "What?",
    "7 Rings",
    "No. 9",
    "Song 2",
    "Untitled Love",
    "夜の船",
    "Ночь",
    "M.I.A.",
  ],
  ...["Vol. 3", "10,000 Hours", "Live at Leeds", "Avidly"],
])("%s is a title", (text) => expect(isPlaceholder(text)).toBe(false));

test("a program is known in a longer text, but not in a name that only begins like one", () => {
  expect(namesProgram("Recorded with Pro Tools HD")).toBe(true);
  expect(namesProgram("David Bowie")).toBe(false);
});
