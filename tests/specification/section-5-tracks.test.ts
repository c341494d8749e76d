import * as v from "valibot";
import { expect, test } from "vitest";
import { clipWarning } from "~/domain/clips/clip-length";
import { checkClip, MAX_CLIPS, parseClipTime } from "~/domain/clips/clip-rules";
import { hasContributors } from "~/domain/submission/music/credits";
import { clampShare, shareVerdict } from "~/domain/submission/music/songwriters";
import {
  addProducer,
  artistsFullText,
  asSoloWork,
  CONTRIBUTORS_REQUIRED_TEXT,
  checkContributors,
  normalizeContributors,
  typedContributorsSchema,
} from "~/domain/submission/music/track-contributors";
import {
  checkArtworkChoice,
  checkAudioChoice,
  checkCustomArtworkChoice,
} from "~/domain/uploads/file-rules";
import { errorTexts } from "~/forms/form-reply";
import { allRoles, roleGroups } from "~/reference/roles";

// Section 5 of both documents: audio file, artwork, social clip times, contributors.

const MB = 1024 * 1024;
const file = (name: string, type: string, size = MB) => ({ name, type, size });
const WAV = /^Invalid file type\. Expected: WAV file\.\.\./;
const JPEG = /^Please select a valid JPEG or JPG file$/;

test.each<[string, string | undefined, RegExp | undefined]>([
  ["audio, .wav extension", checkAudioChoice(file("a.wav", "")), undefined],
  [
    "audio, .wav as octet-stream",
    checkAudioChoice(file("a.wav", "application/octet-stream")),
    undefined,
  ],
  ["audio, WAV mime type", checkAudioChoice(file("a", "audio/wav")), undefined],
  ["audio, anything else", checkAudioChoice(file("a.mp3", "audio/mpeg")), WAV],
  ["audio, 200MB", checkAudioChoice(file("a.wav", "", 200 * MB)), undefined],
  [
    "audio, more than 200MB",
    checkAudioChoice(file("a.wav", "", 200 * MB + 1)),
    /^File size exceeds 200MB limit$/,
  ],
  ["artwork, JPEG", checkArtworkChoice(file("a.jpeg", "image/jpeg")), undefined],
  ["artwork, JPG", checkArtworkChoice(file("a.jpg", "image/jpeg")), undefined],
  ["artwork, PNG", checkArtworkChoice(file("a.png", "image/png")), JPEG],
  ["artwork, 20MB", checkArtworkChoice(file("a.jpg", "", 20 * MB)), undefined],
  [
    "artwork, more than 20MB",
    checkArtworkChoice(file("a.jpg", "", 20 * MB + 1)),
    /^File size exceeds 20MB limit$/,
  ],
  ["custom artwork, any image", checkCustomArtworkChoice(file("a.png", "image/png")), undefined],
  ["custom artwork, no image", checkCustomArtworkChoice(file("a.wav", "audio/wav")), /image/],
  [
    "custom artwork, just under 10MB",
    checkCustomArtworkChoice(file("a.png", "", 10 * MB - 1)),
    undefined,
  ],
  ["custom artwork, 10MB", checkCustomArtworkChoice(file("a.png", "", 10 * MB)), /10MB/],
])("section 5, files: %s", (_, text, expectedPattern) => {
  if (expectedPattern) expect(text).toMatch(expectedPattern);
  else expect(text).toBeUndefined();
});

const LONG = "Clip duration should be 30-60 seconds for optimal social media performance";
const clip = (startTime: string, endTime: string) => ({
  id: "a",
  startTime,
  endTime,
  description: "",
});

test.each<[string, unknown, unknown]>([
  ["mm:ss is read", parseClipTime("01:30"), 90],
  ["59:59 is the last time", parseClipTime("59:59"), 3_599],
  ["60 minutes are none", parseClipTime("60:00"), undefined],
  ["60 seconds are none", parseClipTime("00:60"), undefined],
  ["another form is refused", Object.keys(checkClip(clip("1.30", "02:00"))), ["startTime"]],
  ["29 seconds are warned of", clipWarning(clip("00:00", "00:29")), LONG],
  ["30 seconds are not", clipWarning(clip("00:00", "00:30")), undefined],
  ["60 seconds are not", clipWarning(clip("01:00", "02:00")), undefined],
  ["61 seconds are", clipWarning(clip("01:00", "02:01")), LONG],
  ["the warning stops nobody", checkClip(clip("01:00", "03:00")), {}],
  ["section 9: at most 2 per track", MAX_CLIPS, 2],
])("section 5, social clip times: %s", (_, actual, expectedValue) => {
  expect(actual).toEqual(expectedValue);
});

const parseContributors = (fields: object) => v.parse(typedContributorsSchema, fields);
const person = { firstName: "Ada", surname: "Low", roles: ["Drums"] };
const writer = { firstName: "Bo", lastName: "Ek", percentage: "50" };
const people = (count: number) => Array.from({ length: count }, () => person);
const shares = (...all: string[]) =>
  shareVerdict(all.map((percentage) => ({ ...writer, percentage })));
const wrong = (fields: object) => errorTexts(checkContributors(parseContributors(fields)));
const FULL = [
  "Maximum of 10 featured artists reached.",
  "Maximum of 10 non-featured artists reached.",
];

test.each<[string, unknown, unknown]>([
  [
    "required mode's text",
    CONTRIBUTORS_REQUIRED_TEXT,
    "Required: Add at least one contributor or select 'Solo work' to proceed",
  ],
  ["required mode: nobody", hasContributors(parseContributors({})), false],
  ["required mode: solo work", hasContributors(parseContributors({ soloWork: "on" })), true],
  ["required mode: a producer", hasContributors(parseContributors({ producers: ["Max"] })), true],
  [
    "solo work clears featured, non-featured and songwriters (section 4)",
    asSoloWork(
      parseContributors({
        featuredArtists: [person],
        nonFeaturedArtists: [person],
        songwriters: [writer],
      }),
    ),
    { ...normalizeContributors(parseContributors({})), soloWork: true },
  ],
  ["9 featured artists", artistsFullText("featuredArtists", 9), undefined],
  ["10 featured artists", artistsFullText("featuredArtists", 10), FULL[0]],
  ["10 non-featured artists", artistsFullText("nonFeaturedArtists", 10), FULL[1]],
  ["10 are taken", wrong({ featuredArtists: people(10) }), {}],
  ["11 featured artists", Object.values(wrong({ featuredArtists: people(11) })), [FULL[0]]],
  ["11 non-featured artists", Object.values(wrong({ nonFeaturedArtists: people(11) })), [FULL[1]]],
  [
    "featured artists need first name and surname",
    Object.keys(wrong({ featuredArtists: [{ roles: ["Drums"] }] })),
    ["featuredArtists[0].firstName", "featuredArtists[0].surname"],
  ],
  [
    "non-featured artists need first name and surname",
    Object.keys(wrong({ nonFeaturedArtists: [{ roles: ["Drums"] }] })),
    ["nonFeaturedArtists[0].firstName", "nonFeaturedArtists[0].surname"],
  ],
  [
    "songwriters need first name, last name and percentage",
    Object.keys(wrong({ songwriters: [{}] })),
    ["songwriters[0].firstName", "songwriters[0].lastName", "songwriters[0].percentage"],
  ],
  ["percentage is clamped at 100", clampShare("140"), "100"],
  ["percentage is clamped at 0", clampShare("-3"), "0"],
  ["percentage is an integer", clampShare("33.3"), "33"],
  ["total green at 100", shares("60", "40").state, "done"],
  [
    "total red over 100",
    shares("60", "60"),
    { state: "over", text: "Over 100% - Please reduce percentages" },
  ],
  ["total orange below", shares("60", "10"), { state: "under", text: "Need 30% more" }],
  ["total orange at nothing", shares("", ""), { state: "under", text: "Please enter percentages" }],
  ["a total other than 100 stops nobody", wrong({ songwriters: [writer] }), {}],
  ["duplicate producer names are ignored", addProducer(["Max"], " max "), ["Max"]],
  ["another producer is added", addProducer(["Max"], "Ann"), ["Max", "Ann"]],
  [
    "the 13 groups of roles (section 3)",
    roleGroups.map(({ name }) => name).join(", "),
    "Core Roles, Rhythm & Percussion, Bass Instruments, Guitars, Keyboards & Piano, Strings, " +
      "Brass, Woodwinds, Vocals, World Instruments, Electronic, Production & Engineering, Specialized",
  ],
  ["about 200 roles", Math.abs(allRoles.length - 200) <= 15, true],
])("section 5, contributors: %s", (_, actual, expectedValue) => {
  expect(actual).toEqual(expectedValue);
});

test.each(["Producer", "Vocals", "Lyricist", "Composer", "Drums", "Mix Engineer"])(
  "portal, section 3, reference lists: %s is a role",
  (role) => {
    expect(allRoles).toContain(role);
  },
);
