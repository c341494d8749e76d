import * as v from "valibot";
import { expect, test } from "vitest";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { confirmationMail } from "./confirmation";
import { STATUS_LINK } from "./mail-content";

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const storedFile = { key: "k", contentType: "x/y" };

function mail(form: Record<string, unknown> = {}) {
  return confirmationMail(
    {
      id: "01SUB",
      reference: "MHG-1",
      email: "ada@example.com",
      createdAt: "2027-02-26T00:00:00.000Z",
      replyDueAt: "2027-03-12T00:00:00.000Z",
      form: v.parse(releaseFormSchema, {
        artistName: "Ada & The <Engines>",
        firstName: "Ada",
        releaseTitle: "Notes",
        releaseType: "ep",
        tracks: [
          { title: "One", uploadId: "u1", metadata: { soloWork: true, songwriters: [] } },
          { title: "Two", uploadId: "u2", metadata: { soloWork: true, songwriters: [] } },
        ],
        ...form,
      }),
      files: [
        {
          ...storedFile,
          uploadId: "u2",
          kind: "track",
          slot: "b",
          fileName: "two.wav",
          size: 48_200_000,
          sha256: "5e".repeat(32),
        },
        {
          ...storedFile,
          uploadId: "a",
          kind: "artwork",
          slot: "c",
          fileName: "art.jpg",
          size: 810_400,
        },
      ],
    },
    brand,
  );
}

test("it goes to the artist and says what was received and by when the reply is due", () => {
  const { recipient, subject, text } = mail();
  expect(recipient).toBe("ada@example.com");
  expect(subject).toBe('We received "Notes" (MHG-1)');
  for (const part of [
    "Hello Ada,",
    "Release: Notes",
    "Type: EP",
    "Tracks: One, Two",
    "Track 2: two.wav (46.0MB)",
    "Artwork: art.jpg (791KB)",
    "Reference: MHG-1",
    "Reply due by: March 12, 2027",
    "within 7-10 business days",
    "support@mahogany.example",
    "The Mahogany team",
  ]) {
    expect(text).toContain(part);
  }
});

test("it says where the release stands in words, and the hashes come last", () => {
  const { text, hasStatusLink } = mail({ releaseDate: "2027-05-14" });
  expect(text).toContain("Received: done. Your files are stored and checked.");
  expect(text).toContain("Listened to: next, by March 12, 2027. You get a yes,");
  expect(text).toContain("Delivered: later, by April 16, 2027. We send it to the stores");
  expect(text).toContain("Out: later, May 14, 2027. It is in the stores.");
  expect(text).toContain("A Friday. We answer by March 12, 2027, nine weeks before.");
  expect(hasStatusLink).toBe(true);
  expect(text.indexOf(STATUS_LINK)).toBeLessThan(text.indexOf("WHAT HAPPENS WHEN"));
  expect(text.indexOf("The Mahogany team")).toBeLessThan(text.indexOf("YOUR RECEIPT"));
});

test("the receipt names each file whose hash is known, with its hash", () => {
  const { text } = mail();
  expect(text).toContain("YOUR RECEIPT");
  expect(text).toContain(`two.wav: ${"5e".repeat(32)}`);
  expect(text).not.toContain("art.jpg:");
  expect(mail({ tracks: [] }).submissionId).toBe("01SUB");
});

test("what an artist typed reaches the HTML body as text, never as markup", () => {
  const { html } = mail({ releaseTitle: `<img src=x onerror="x"> 'n' more` });
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=&quot;x&quot;&gt; &#39;n&#39; more");
  expect(html).toContain("Ada &amp; The &lt;Engines&gt;");
});

test("the day of the release and the clips to be cut are confirmed, where there are any", () => {
  const metadata = { soloWork: true };
  const socialClips = [{ id: "1" }, { id: "2" }];
  const tracks = [
    { title: "One", metadata, socialClipsEnabled: true, socialClips },
    { title: "Two", metadata, socialClips },
  ];
  const { text } = mail({ releaseDate: "2027-05-14", tracks });
  expect(text).toContain("Release date: May 14, 2027\n");
  expect(text).toContain("Social clips: 2, to be cut by us\n");
  for (const releaseDate of ["", "soon", "2027-13-40"])
    expect(mail({ releaseDate }).text).not.toMatch(/Release date|Social clips/);
});

test("artwork of a single track is named by its track", () => {
  const track = { title: "One", uploadId: "u1", customArtworkUploadId: "a" };
  const { text } = confirmationMail(
    {
      id: "01SUB",
      reference: "MHG-1",
      email: "ada@example.com",
      createdAt: "2027-02-26T00:00:00.000Z",
      replyDueAt: "2027-03-12T00:00:00.000Z",
      form: v.parse(releaseFormSchema, { tracks: [{ ...track, metadata: { soloWork: true } }] }),
      files: [
        {
          ...storedFile,
          uploadId: "a",
          kind: "custom-artwork",
          slot: "d",
          fileName: "a.png",
          size: 1_000,
        },
      ],
    },
    brand,
  );
  expect(text).toContain("Artwork of track 1: a.png (1000 bytes)");
});

test("a transfer is confirmed as one, with the releases to move", () => {
  const item = {
    type: "track",
    id: "x",
    title: "Tin",
    artist: "Ada",
    image: null,
    spotifyUrl: "https://open.spotify.com/track/x",
    releaseDate: "2020",
    trackDetails: {
      isrc: null,
      label: "Unknown Label",
      album: "A",
      duration: 1,
      upc: null,
      releaseDate: "2020",
    },
  };
  const { subject, text } = mail({
    uploadType: "transfer",
    releaseTitle: "",
    tracks: [],
    catalogueItems: [item],
  });
  expect(subject).toBe('We received "Catalogue transfer: Tin" (MHG-1)');
  expect(text).toContain("Releases to transfer: Tin");
  expect(text).not.toContain("Type:");
});
