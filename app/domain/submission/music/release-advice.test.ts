import fc from "fast-check";
import { expect, test } from "vitest";
import { titleCase } from "./advice-case";
import {
  type AdvisedRelease,
  ARTIST,
  ARTWORK,
  RELEASE,
  releaseAdvice,
  titleFix,
} from "./release-advice";

const context = { artistName: "Vale", isRelease: false };

/** The rules that a track's title meets. */
function rulesFor(title: string, artistName = "Vale"): string[] {
  const tracks = [{ id: "track-1", title }];
  return releaseAdvice({ artistName, releaseTitle: "", tracks }).map(({ rule }) => rule);
}
const fixed = (rule: string, title: string) => titleFix(rule, title, context);

test.each([
  "Night Ferry",
  "DNA",
  "ABBA",
  "S.O.S.",
  "AC/DC",
  "R.E.M.",
  "II",
  "Without You",
  "Dancing with a Stranger",
  "Feather",
  "Featherweight",
  "Left",
  "What a Feat of Strength",
  "6 ft Deep",
  "20 Ft. Tall",
  "Part 2",
  "Pt. 2",
  "Interlude",
  "Song 2",
  "Audio",
  "Demo",
  "Live Forever",
  "Night Ferry (Remix)",
  "Night Ferry (Live at Home)",
  "Long Live",
  "Live and Let Die",
  "The Mix-Up",
  "Remix to Ignition",
  "Production",
  "Prodigy",
  "F# Minor",
  "C++",
  "÷",
  "30° East",
  "B♭ Blues",
  "Don't Stop",
  "Scunthorpe",
  "Shitake",
  "Will.i.am",
  "Mr. Me",
  "99 Problems",
  "1979",
  "$100 Bills",
  "夜に駆ける",
  "ありがとう",
  "שלום עליכם",
  "مرحبا",
  "ประเทศไทย",
  "გამარჯობა",
  "東京 Night",
  "İstanbul",
  "Żółw",
  "Café del Mar",
  "L'été",
  "Vale",
  "Valentine",
  "Vale of Tears",
  "Hello, Goodbye",
  "Mother & Father",
  "1.5 Miles",
  "7 Rings",
  "24 - 7",
  "Tidal Charts",
  "Videotape",
  "Take Cover",
  "Undercover (Of the Night)",
  "A New Song",
  "Explicit",
  "Where Is She ?",
  "The Album",
  "Rock 'n' Roll",
  "O’Hara",
])("%s is a good title", (title) => {
  expect(rulesFor(title)).toEqual([]);
});

test.each([
  ["Night Ferry (feat. Ada Moss)", "guest", "Night Ferry"],
  ["Night Ferry feat. Ada Moss", "guest", "Night Ferry"],
  ["Night Ferry ft Ada Moss", "guest", "Night Ferry"],
  ["Night Ferry FT. Ada Moss", "guest", "Night Ferry"],
  ["Night Ferry [Featuring Ada]", "guest", "Night Ferry"],
  ["Night Ferry (with Ada Moss)", "guest", "Night Ferry"],
  ["Night Ferry w/ Ada", "guest", "Night Ferry"],
  ["Night Ferry (w/ Ada)", "guest", "Night Ferry"],
  ["Night Ferry (feat. Ada) (Remix)", "guest", "Night Ferry (Remix)"],
  ["夜 (feat. 初音ミク)", "guest", "夜"],
  ["Night Ferry (prod. by Bo)", "producer", "Night Ferry"],
  ["Night Ferry (prod. Bo)", "producer", "Night Ferry"],
  ["Night Ferry [Prod by Bo]", "producer", "Night Ferry"],
  ["Night Ferry prod. by Bo", "producer", "Night Ferry"],
  ["Night Ferry - produced by Bo", "producer", "Night Ferry"],
  ["Vale - Night Ferry", "artist", "Night Ferry"],
  ["Night Ferry - VALE", "artist", "Night Ferry"],
  ["Night Ferry by Vale", "artist", "Night Ferry"],
  ["Night Ferry - Live", "version-form", "Night Ferry (Live)"],
  ["Night Ferry [Acoustic]", "version-form", "Night Ferry (Acoustic)"],
  ["Night Ferry – Radio Edit", "version-form", "Night Ferry (Radio Edit)"],
  ["Night Ferry - Live at Wembley", "version-form", "Night Ferry (Live at Wembley)"],
  ["NIGHT FERRY", "capitals", "Night Ferry"],
  ["BACK TO THE SEA", "capitals", "Back to the Sea"],
  ["PART II OF IT", "capitals", "Part II of It"],
  ["ПРИВЕТ МИР", "capitals", "Привет Мир"],
  ["İSTANBUL IŞIKLARI", "capitals", "İstanbul Işıkları"],
  ["ΚΑΛΗΜΕΡΑ ΚΟΣΜΕ", "capitals", "Καλημερα Κοσμε"],
  ["night ferry", "lower-case", "Night Ferry"],
  ["don't stop", "lower-case", "Don't Stop"],
  ["ılık rüzgar", "lower-case", "Ilık Rüzgar"],
  ["şimdi içimde", "lower-case", "Şimdi İçimde"],
  ["élan", "lower-case", "Élan"],
  ["Night Ferry ★", "decoration", "Night Ferry"],
  ["~~Night Ferry~~", "decoration", "Night Ferry"],
  ["🔥 Night 🔥 Ferry 🔥", "decoration", "Night Ferry"],
  ["Night Ferry 👩‍🚀", "decoration", "Night Ferry"],
  ["Night Ferry 🇫🇷", "decoration", "Night Ferry"],
  ["Night Ferry 1️⃣", "decoration", "Night Ferry"],
  ["*** Night Ferry ***", "decoration", "Night Ferry"],
  ["♪ 夜 ♪", "decoration", "夜"],
  ["Night_Ferry_Final.wav", "file-name", "Night Ferry Final"],
  ["Night Ferry.mp3", "file-name", "Night Ferry"],
  ["Night Ferry www.vale.com", "address", "Night Ferry"],
  ["Night Ferry (vale.bandcamp.com)", "address", "Night Ferry"],
  ["Night Ferry @valemusic", "address", "Night Ferry"],
  ["01 Night Ferry", "track-number", "Night Ferry"],
  ["1. Night Ferry", "track-number", "Night Ferry"],
  ["12 - Night Ferry", "track-number", "Night Ferry"],
  ["Night Ferry (Original Mix)", "extra", "Night Ferry"],
  ["Night Ferry [Official Video]", "extra", "Night Ferry"],
  ["Night Ferry - Official Music Video", "extra", "Night Ferry"],
  ["Night Ferry (Explicit)", "extra", "Night Ferry"],
  ["Night Ferry (2024)", "extra", "Night Ferry"],
  ["Night  Ferry", "spelling", "Night Ferry"],
  ["Night Ferry ( Live )", "spelling", "Night Ferry (Live)"],
  ["Don´t Go", "spelling", "Don't Go"],
  ["Don`t Go", "spelling", "Don't Go"],
])("'%s' is told by the rule '%s', which makes it '%s'", (title, rule, expected) => {
  expect(rulesFor(title)).toContain(rule);
  expect(fixed(rule, title)?.title).toBe(expected);
});

test.each([
  ["Track 5", "placeholder"],
  ["track_05", "placeholder"],
  ["Untitled", "placeholder"],
  ["Untitled 3", "placeholder"],
  ["Untitled Track", "placeholder"],
  ["Audio 1", "placeholder"],
  ["Demo 2", "placeholder"],
  ["New Recording 12", "placeholder"],
  ["05", "placeholder"],
  ["Night Ferry 0.99€", "price"],
  ["Night Ferry only $5", "price"],
  ["Night Ferry (Free Download)", "price"],
  ["Fuck It", "explicit"],
  ["F*ck It", "explicit"],
  ["Sh*t", "explicit"],
  ["F**k", "explicit"],
  ["★", "decoration"],
  ["Night Ferry (Originally Performed by Ada Moss)", "performed-by"],
  ["Night Ferry (Ada Moss Cover)", "performed-by"],
  ["Night Ferry (TikTok Version)", "store"],
  ["Only on Spotify", "store"],
])("'%s' is told by the rule '%s', and no button changes it", (title, rule) => {
  expect(rulesFor(title)).toContain(rule);
  expect(fixed(rule, title)).toBeUndefined();
});

test("guests and producers of a track's title come with their names, those of a release's without", () => {
  expect(fixed("guest", "Tide (feat. Ada Moss, Bo & Cy)")).toEqual({
    title: "Tide",
    featured: ["Ada Moss", "Bo", "Cy"],
  });
  expect(fixed("producer", "Tide (prod. by Bo x Cy)")).toEqual({
    title: "Tide",
    producers: ["Bo", "Cy"],
  });
  const release = { ...context, isRelease: true };
  expect(titleFix("guest", "Tide (feat. Ada Moss)", release)).toEqual({
    title: "Tide",
    featured: [],
  });
});

test.each([
  ["yes", []],
  [undefined, [expect.stringContaining("Once we release it")]],
  ["", [expect.stringContaining("Once we release it")]],
  ["no", [expect.stringContaining('you chose "No explicit words"')]],
  ["clean", [expect.stringContaining('"clean version"')]],
])("an explicit word is held against the answer %s", (explicit, texts) => {
  const tracks = [{ id: "track-1", title: "Bullshit", explicit }];
  const advice = releaseAdvice({ artistName: "", releaseTitle: "", tracks });
  expect(advice.map(({ text }) => text)).toEqual(texts);
});

test("equal titles within a release are told at each but the first, which they name", () => {
  const titles = ["Tide", "Harbour", " tide", "", "", "TIDE "];
  const tracks = titles.map((title, index) => ({ id: `track-${index + 1}`, title }));
  const advice = releaseAdvice({ artistName: "Vale", releaseTitle: "Sea", tracks });
  const repeated = advice.filter(({ rule }) => rule === "same-title");
  expect(repeated.map(({ subject }) => subject)).toEqual(["track-3", "track-6"]);
  expect(repeated[0]?.text).toContain("Track 1 is called");
});

test("a single that is named by its track is told once, where the credit belongs", () => {
  const subjects = (releaseTitle: string) =>
    releaseAdvice({
      ...{ artistName: "Vale", releaseTitle },
      tracks: [{ id: "track-1", title: "Sea (feat. Ada)" }],
    }).map(({ rule, subject }) => [rule, subject]);
  expect(subjects("Sea (feat. Ada)")).toEqual([["guest", "track-1"]]);
  expect(subjects("Tide (feat. Ada)")).toEqual([
    ["guest", RELEASE],
    ["guest", "track-1"],
  ]);
});

test("the release's own title may be the artist's name, not a name of a program", () => {
  const release = (releaseTitle: string): AdvisedRelease => ({
    artistName: "Vale",
    releaseTitle,
    tracks: [],
  });
  expect(releaseAdvice(release("Vale"))).toEqual([]);
  expect(releaseAdvice(release("Untitled Album"))).toMatchObject([
    { rule: "placeholder", subject: RELEASE },
  ]);
  expect(releaseAdvice(release("Sea (feat. Ada)"))).toMatchObject([
    { rule: "guest", subject: RELEASE, fix: { title: "Sea" } },
  ]);
});

test.each([
  [{ width: 3000, height: 3000, components: 3 }, []],
  [{ width: 1400, height: 1400, components: 3 }, ["artwork-small"]],
  [{ width: 4000, height: 3500, components: 3 }, ["artwork-not-square"]],
  [{ width: 3000, height: 3000, components: 4 }, ["artwork-cmyk"]],
  [{ width: 3000, height: 3000, components: 3, orientation: 6 }, ["artwork-rotated"]],
  [{ width: 3000, height: 3000, components: 3, profile: "cmyk" as const }, ["artwork-cmyk"]],
  [{ width: 3000, height: 3000, components: 3, profile: "other" as const }, ["artwork-profile"]],
  [undefined, []],
])("artwork %j: %j", (artwork, rules) => {
  const advice = releaseAdvice({ artistName: "", releaseTitle: "", tracks: [], artwork });
  expect(advice.map(({ rule }) => rule)).toEqual(rules);
  expect(advice.every(({ subject }) => subject === ARTWORK)).toBe(true);
});

test("the artwork of a track is advised on beside its track", () => {
  const artwork = { width: 3000, height: 3000, components: 3, orientation: 8 };
  const tracks = [{ id: "t1", title: "Tide", artwork }];
  const advice = releaseAdvice({ artistName: "Vale", releaseTitle: "Sea", tracks });
  expect(advice).toMatchObject([{ rule: "artwork-rotated", subject: "t1", title: "" }]);
  expect(advice[0]?.text).toMatch(/^Its own artwork: This picture is saved turned/);
});

test("every sentence has at most 25 words", () => {
  const titles = [
    ...["Tide (feat. Ada)", "Tide (prod. by Bo)", "Vale - Tide", "Tide - Live", "Tide (Remix)"],
    ...["THE HIGH TIDE", "the high tide", "Tide ★", "Track 5", "tide.wav", "Tide www.a.com"],
    ...["Tide only $5", "Bullshit", "Bullshit"],
  ];
  const tracks = titles.map((title, index) => ({ id: `${index}`, title, explicit: "no" }));
  const artwork = { width: 900, height: 800, components: 4 };
  const advice = releaseAdvice({ artistName: "Vale", releaseTitle: "", tracks, artwork });
  const titleAdvice = advice.filter(({ subject }) => subject !== ARTWORK);
  expect(titleAdvice.length).toBeGreaterThan(14);
  for (const { text, why } of titleAdvice)
    for (const sentence of `${text} ${why}`.split(/(?<=[.?!"])\s+(?=[A-Z"])/))
      expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(25);
});

const word = fc.oneof(
  fc.constantFrom(
    ...["Night", "FERRY", "tide", "the", "feat. Ada", "(feat. Bo & Cy)", "ft. Bo", "with", "w/ Cy"],
    ...["(prod. by Bo)", "prod. Cy", "Vale", "-", "Vale -", "- Live", "[Acoustic]", "(Remix)", "★"],
    ...[
      "~~",
      "🔥",
      "👩‍🚀",
      "🇫🇷",
      "***",
      "f**k",
      "Track 5",
      ".wav",
      "_",
      "www.a.com",
      "@vale",
      "夜",
    ],
    ...["שלום", "İSTANBUL", "ışık", "ß", "ǆ", "ŉ", "ﬁn", "ΟΔΟΣ", "(", ")", "[", "]", "by Vale"],
  ),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const anyTitle = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));

test("a button's change removes its advice, leaves a title, and changes nothing a second time", () => {
  const releaseOf = (title: string) => ({
    artistName: "Vale",
    releaseTitle: "",
    tracks: [{ id: "track-1", title }],
  });
  fc.assert(
    fc.property(anyTitle, (title) => {
      for (const { rule, fix } of releaseAdvice(releaseOf(title))) {
        if (!fix) continue;
        expect(fix.title.trim()).not.toBe("");
        expect(fix.title).not.toBe(title);
        expect(releaseAdvice(releaseOf(fix.title)).map((one) => one.rule)).not.toContain(rule);
        expect(fixed(rule, fix.title)).toBeUndefined();
      }
    }),
    { numRuns: 1_500 },
  );
});

test("title case is the same when applied twice", () => {
  fc.assert(
    fc.property(anyTitle, (title) => {
      const once = titleCase(titleCase(title));
      expect(titleCase(once)).toBe(once);
    }),
  );
});

test("a title longer than any that is taken gets no advice, and costs no time", () => {
  for (const part of ["(feat. ", "a - ", "~ ", "[(", "www.", "a.b.", " x ", "F*", "  "])
    expect(rulesFor(part.repeat(2_000))).toEqual([]);
});

test.each([
  ["Night Ferry EP", "Night Ferry"],
  ["Night Ferry - Single", "Night Ferry"],
  ["Night Ferry (LP)", "Night Ferry"],
])("a release's title '%s' says what it is, and would be '%s'", (title, expected) => {
  const release = { ...context, isRelease: true };
  expect(titleFix("release-word", title, release)?.title).toBe(expected);
  expect(titleFix("release-word", title, context)).toBeUndefined();
});

/** The rules that an artist's name meets. */
const nameRules = (artistName: string) =>
  releaseAdvice({ artistName, releaseTitle: "", tracks: [] }).map(({ rule, subject }) => {
    expect(subject).toBe(ARTIST);
    return rule;
  });

test.each([
  ["Vale feat. Ada Moss", "name-guest"],
  ["Various Artists", "name-nobody"],
  ["N/A", "name-nobody"],
  ["Vale (Producer)", "name-role"],
  ["Vale - Singer", "name-role"],
  ["Vale Official", "name-role"],
  ["@valemusic", "name-address"],
  ["vale.com", "name-address"],
  ["Vale 🔥", "name-decoration"],
  ["Sigrid  Vale", "name-spelling"],
  ["SIGRID VALE", "name-capitals"],
  ["sigrid vale", "name-lower-case"],
])("the artist's name '%s' is told by the rule '%s'", (name, rule) => {
  expect(nameRules(name)).toContain(rule);
});

test.each([
  "Sigrid Vale",
  "ABBA",
  "Mumford & Sons",
  "Will.i.am",
  "P!nk",
  "夜",
  "DJ Koze",
  "The Producers",
  "",
])("%s is a good artist's name", (name) => {
  expect(nameRules(name)).toEqual([]);
});

test("the names of guests are read too, and told at their track", () => {
  const tracks = [{ id: "track-1", title: "Tide", guests: ["Ada Moss", "BO CY"] }];
  const advice = releaseAdvice({ artistName: "Vale", releaseTitle: "Sea", tracks });
  expect(advice).toMatchObject([
    {
      rule: "name-capitals",
      subject: "track-1",
      mark: "Guest",
      text: 'The featured artist "BO CY" is all capitals. Write "Bo Cy", unless you are always written so.',
    },
  ]);
});
