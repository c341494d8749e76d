import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { defaultColumns } from "./column-map";
import { trackUpdates } from "./track-update";
import { updateMarker } from "./update-html";

function updates(form: object, links = {}) {
  const submission = {
    id: "01SUB",
    reference: "R",
    status: "pending",
    createdAt: "",
    replyDueAt: "",
    form: v.parse(releaseFormSchema, { tracks: [], ...form }),
    files: [
      {
        uploadId: "u1",
        kind: "track" as const,
        slot: "audio:track-1",
        key: "k",
        fileName: "one <1>.wav",
        contentType: "audio/wav",
        size: 1,
      },
    ],
  };
  const files = new Map([["u1", "https://x.example/one?a=1&b=2"]]);
  return trackUpdates(submission, { files, clips: [], ...links }, defaultColumns);
}
const update = (form: object, links = {}) => updates(form, links).join("");
const solo = { soloWork: true };

test("every track is there in full, with its file, and nothing typed becomes a mark of its own", () => {
  const tracks = [
    { title: "One <script>", uploadId: "u1", releaseDate: "2027-05-01", metadata: solo },
    { title: "", metadata: { soloWork: false, producers: ["Max & Co"] } },
  ];
  expect(update({ tracks })).toBe(
    "<p><b>Track 1 &quot;One &lt;script&gt;&quot;</b></p><ul>" +
      "<li>Release date: 2027-05-01</li>" +
      '<li>Audio: <a href="https://x.example/one?a=1&amp;b=2">one &lt;1&gt;.wav</a></li>' +
      "<li>Songwriters: Solo work</li></ul>" +
      "<p><b>Track 2</b></p><ul><li>Credits: produced by Max &amp; Co</li></ul>" +
      "<p>Artist portal, tracks of 01SUB</p>",
  );
});

test("clips that were cut take the place of the windows asked for", () => {
  const tracks = [
    { title: "One", metadata: solo, socialClips: [{ startTime: "00:10", endTime: "00:40" }] },
  ];
  expect(update({ tracks })).toContain("Clips: 00:10 to 00:40");
  const clip = { trackTitle: "One", number: 1, state: "waiting", key: null, note: null };
  const clips = [{ ...clip, releaseDate: null }];
  const updateText = update({ tracks }, { clips });
  expect(updateText).toContain("Clips: &quot;One&quot; clip 1: waiting");
  expect(updateText).not.toContain("00:10");
});

test("clips of two tracks with one title are told apart by the number of their track", () => {
  const tracks = [
    { title: "One", metadata: solo },
    { title: "One", metadata: solo },
  ];
  const clip = { trackTitle: "One", state: "waiting", key: null, note: null, releaseDate: null };
  const clips = [
    { ...clip, trackNumber: 2, number: 7 },
    { ...clip, trackNumber: 1, number: 8 },
  ];
  expect(update({ tracks }, { clips }).match(/clip \d/g)).toEqual(["clip 8", "clip 7"]);
});

test("what is too much for one update goes on in others, each with a marker of its own", () => {
  const tracks = Array.from({ length: 20 }, (_, index) => ({
    title: `T${index}`,
    metadata: { soloWork: false, producers: [`p${index}.${"x".repeat(4_000)}`] },
  }));
  const bodies = updates({ tracks });
  expect(bodies).toHaveLength(3);
  const markers = bodies.map((_, index) => updateMarker("01SUB", index + 1));
  for (const [index, body] of bodies.entries()) {
    expect(body.length).toBeLessThan(31_000);
    expect(markers.filter((marker) => body.includes(marker))).toEqual([markers[index]]);
  }
  for (const [index] of tracks.entries())
    expect(bodies.join("").split(`p${index}.${"x".repeat(4_000)}`)).toHaveLength(2);
});

test("an album of more tracks than an update holds goes on under its name", () => {
  const track = (trackNumber: number) => ({
    trackNumber,
    title: `Foil ${trackNumber} ${"y".repeat(200)}`,
    duration: 1,
    isrc: `GBX${trackNumber}`,
  });
  const albumDetails = {
    label: "Own",
    copyrights: [{ text: "2020 Own", type: "P" }],
    tracks: Array.from({ length: 200 }, (_, index) => track(index + 1)),
    totalTracks: 200,
    upc: "123",
    releaseDate: "2020-05-01",
  };
  const album = { type: "album", id: "a", title: "Tin", artist: "Ada", image: null };
  const where = { spotifyUrl: "https://open.spotify.com/album/a", releaseDate: "2020" };
  const text = update({ catalogueItems: [{ ...album, ...where, albumDetails }] });
  for (const { isrc } of albumDetails.tracks) expect(text).toContain(`ISRC ${isrc}<`);
  expect(text).toContain("Transfer 1: &quot;Tin&quot;, continued");
  for (const fact of [
    "Released: 2020-05-01",
    "Copyright: 2020 Own",
    "Tracks: 200",
    "UPC: 123",
    "Label: Own",
  ])
    expect(text).toContain(fact);
});

test("a text that no column shows in full is in the update", () => {
  const bio = `Counts.\n${"b".repeat(4_000)}`;
  const text = update({ bio, country: "Kosovo", city: "Prizren", influences: "Babbage" });
  expect(text).toContain(`<li>bio: Counts.<br>${"b".repeat(4_000)}</li>`);
  expect(text).toContain("<li>country: Kosovo</li>");
  for (const word of ["Prizren", "Babbage"]) expect(text).not.toContain(word);
});

test("a full name that its owner wrote is in the update", () => {
  const names = { firstName: "An", surname: "Nguyễn" };
  expect(update({ ...names, fullName: "Nguyễn Văn An" })).toContain("Full name: Nguyễn Văn An");
  expect(update(names)).not.toContain("Full name");
});

test("a type chosen against the number of tracks is pointed out", () => {
  const text = update({ releaseType: "single", classifiedType: "ep" });
  expect(text).toContain("Chosen as Single, by its tracks EP");
  expect(update({ releaseType: "ep", classifiedType: "ep" })).not.toContain("Chosen");
});

test("a track without details is listed by name", () => {
  const tracks = [{ title: "One", metadata: { soloWork: false } }];
  expect(update({ tracks })).toContain("<b>Track 1 &quot;One&quot;</b>");
});
