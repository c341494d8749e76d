import { expect, test } from "vitest";
import { readJpegHeader } from "~/domain/media/jpeg-header";
import { bytesReader } from "~/domain/media/range-reader";
import { jpegBytes, withSegments } from "../fixtures/jpeg";
import { animatedPng, extendedWebp, pictures } from "../fixtures/pictures";
import {
  confirmIdentity,
  createTestArtist,
  signedInArtist,
  signInArtist,
  type TestArtist,
} from "../support/accounts";
import { openStoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow, uploadRows } from "../support/drafts";
import { type FormPart, postForm } from "../support/form-post";
import { pageText, unescapeHtml } from "../support/page-parts";
import { Visitor } from "../support/visitor";

const store = openStoreReader();

/** Posts the current form with changes. */
async function save(
  { artist, visitor }: { artist: TestArtist; visitor: Visitor },
  change: Record<string, string> = {},
  extraFields: FormPart[] = [],
) {
  const fields = { artistName: "Sigrid Vale", email: artist.email, version: "1", intent: "save" };
  const parts = Object.entries({ ...fields, ...change }).map(([name, body]) => ({ name, body }));
  return postForm(visitor, "/edit-profile", [...parts, ...extraFields]);
}
const findRow = async ({ id }: TestArtist) => {
  const [row] = await store.rows("SELECT * FROM artists WHERE id = ?", id);
  return row ?? {};
};
const findProfile = async (artist: TestArtist) =>
  JSON.parse(String((await findRow(artist)).profile)) as Record<string, string>;
const picture = (fileName: string, body: Uint8Array | string): FormPart => ({
  name: "picture",
  fileName,
  type: "image/jpeg",
  body,
});
const text = (text: string) => new TextEncoder().encode(text);

test("of two tabs that edit one profile the second is told, and keeps what it typed", async () => {
  const member = await signedInArtist();
  const replies = await Promise.all(
    ["Cork", "Leeds"].map((city) => save(member, { city, biography: `Songs of ${city}` })),
  );
  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses).toEqual([302, 409]);
  const { city } = await findProfile(member.artist);
  const lostCity = city === "Cork" ? "Leeds" : "Cork";
  const conflictHtml = replies.find(({ status }) => status === 409)?.html ?? "";
  expect(pageText(conflictHtml)).toContain("Two versions of this profile");
  expect(conflictHtml).toContain(`value="${lostCity}"`);
  expect(pageText(conflictHtml)).toContain(`Songs of ${city}`);
  // The normal save button must not skip the question; the button below it answers it.
  expect((await save(member, { city: lostCity })).status).toBe(409);
  const newerVersion = /name="newerVersion" value="([^"]+)"/.exec(conflictHtml)?.[1] ?? "";
  const keep = await save(member, { city: lostCity, intent: "keep-mine", newerVersion });
  expect(keep.status).toBe(302);
  expect((await findProfile(member.artist)).city).toBe(lostCity);
});

/** Autosaves typed values as the page does. */
const type = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.send("/api/profile/form", { method: "PUT", body: new URLSearchParams(fields) });
const parseVersion = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("typed profile changes are kept separately, on every device, until they are saved", async () => {
  const member = await signedInArtist();
  const { artist, visitor } = member;
  const half = { artistName: "Sigrid Vale", email: artist.email, website: "vale", city: "Cork" };
  const reply = await type(visitor, { ...half, version: "1" });
  const { version } = (await reply.json()) as { version: string };
  expect([reply.status, (await findProfile(artist)).city]).toEqual([200, ""]);
  // Repeating it after a lost reply is no conflict; a different change from an outdated page is one.
  expect((await type(visitor, { ...half, version: "1" })).status).toBe(200);
  expect((await type(visitor, { ...half, city: "Leeds", version: "1" })).status).toBe(409);

  const phone = new Visitor();
  await signInArtist(phone, artist);
  const page = await (await phone.send("/edit-profile")).text();
  expect(page).toContain('value="Cork"');
  expect(pageText(page)).toContain("didn't press Save");
  expect(parseVersion(page)).toBe(version);
  for (const path of ["/dashboard?tab=0", "/api/profile"])
    expect(await (await phone.send(path)).text()).not.toContain("Cork");

  // An outdated page cannot overwrite it without asking; this page saves it, and no kept changes are left.
  expect((await save(member, { city: "Leeds" })).status).toBe(409);
  const saveReply = await save(member, { ...half, website: "vale.ie", version });
  expect([saveReply.status, (await findProfile(artist)).city]).toEqual([302, "Cork"]);
  expect((await findRow(artist)).typed).toBeNull();
});

test("invalid changes are kept as well, and can be discarded", async () => {
  const member = await signedInArtist();
  const refusal = await save(member, { website: "vale", city: "Cork" });
  expect(refusal.status).toBe(400);
  const html = await (await member.visitor.send("/edit-profile")).text();
  expect(html).toContain('value="Cork"');
  expect((await save(member, { intent: "drop-typed" })).status).toBe(302);
  expect(await (await member.visitor.send("/edit-profile")).text()).not.toContain('value="Cork"');
  // A page that still shows them gets a conflict instead of restoring them.
  expect((await save(member, { city: "Cork", version: parseVersion(html) })).status).toBe(409);
});

test("of ten tabs that save changes at once one wins, and the others are told", async () => {
  const { artist, visitor } = await signedInArtist();
  const fields = { artistName: "Sigrid Vale", email: artist.email, version: "1" };
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => type(visitor, { ...fields, city: `City ${n}` })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  const savedForm = JSON.parse(String((await findRow(artist)).typed)) as { form: { city: string } };
  expect(savedForm.form.city).toMatch(/^City \d$/);
});

test("text far over its limits is stored cut, so that a profile stays small", async () => {
  const { artist, visitor } = await signedInArtist();
  const fields = { artistName: "Sigrid Vale", email: artist.email, version: "1" };
  const links = ["appleMusicProfile", "soundcloudProfile", "instagramProfile", "tiktokProfile"];
  const names = ["biography", "city", "name", "website", ...links];
  const long = Object.fromEntries(names.map((name) => [name, "夜".repeat(20_000)]));
  const reply = await type(visitor, { ...fields, ...long });
  const { typed } = await findRow(artist);
  expect([reply.status, new TextEncoder().encode(String(typed)).length < 80_000]).toEqual([
    200,
    true,
  ]);
});

test("markup in any field of a profile is shown as text, in the form and on the dashboard", async () => {
  const member = await signedInArtist();
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
  const names = ["artistName", "name", "city", "biography"];
  const fields = [...names, "pplId", "prsId"].map((name) => [name, evil.slice(0, 40)]);
  const links = {
    instagramProfile: `instagram.com/${evil}`,
    tiktokProfile: `tiktok.com/${evil}`,
    appleMusicProfile: `music.apple.com/${evil}`,
    soundcloudProfile: `soundcloud.com/${evil}`,
  };
  const reply = await save(member, { ...Object.fromEntries(fields), ...links });
  expect([reply.status, pageText(reply.html).match(/Please \w+ [^.]*/g)]).toEqual([302, null]);
  // These fields refuse such values, and still show them.
  const refusal = await save(member, {
    email: `${evil}@example.com`,
    website: evil,
    version: "2",
    nationality: evil,
    country: evil,
    spotifyProfile: `open.spotify.com/artist/${evil}`,
  });
  expect(refusal.status).toBe(400);
  expect(refusal.html).not.toContain("<script>alert");
  expect(refusal.html).not.toContain("<img src=x");
  expect(unescapeHtml(refusal.html).split(evil).length).toBeGreaterThan(3);
  await save(member, { intent: "drop-typed" });
  for (const path of ["/dashboard?tab=0", "/edit-profile"]) {
    const html = await (await member.visitor.send(path)).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(unescapeHtml(html)).toContain(evil.slice(0, 40));
  }
});

const EXIF = text("Exif\0\0 53.7997 N 1.5492 W");
const photo = withSegments(jpegBytes({ width: 900, height: 700 }), [{ marker: 0xe1, body: EXIF }]);

test("a picture is stored reduced, without location data, and only its artist can see it", async () => {
  const member = await signedInArtist();
  expect((await save(member, {}, [picture("me.jpg", photo)])).status).toBe(302);
  const storedPicture = JSON.parse(String((await findRow(member.artist)).picture)) as Record<
    string,
    string
  >;
  const path = (size: string) =>
    `/files/pictures/${member.artist.artistId}/${storedPicture.id}/${size}`;
  for (const [size, side] of [
    ["small", 160],
    ["large", 640],
  ] as const) {
    const reply = await member.visitor.send(path(size));
    expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const header = await readJpegHeader(bytesReader(bytes), bytes.length);
    expect(header.ok && Math.max(header.width, header.height)).toBe(side);
    expect(new TextDecoder("latin1").decode(bytes)).not.toContain("Exif");
  }
  const { visitor: other } = await signedInArtist();
  const refusals = await Promise.all(
    [other, new Visitor()].map(async (visitor) => {
      const [it, none] = [await visitor.send(path("small")), await visitor.send(path("none"))];
      return [it.status, await it.text(), none.status, await none.text()];
    }),
  );
  expect(refusals[0]).toEqual(refusals[1]);
  expect(refusals[0]?.slice(0, 2)).toEqual(refusals[0]?.slice(2));

  expect((await save(member, { version: "2" }, [picture("b.jpg", photo)])).status).toBe(302);
  expect((await member.visitor.send(path("small"))).status).toBe(404);
  expect(await store.object(String(storedPicture.small))).toBeUndefined();
  const strays = "SELECT key FROM stray_objects WHERE draft_id = ?";
  expect(await store.rows(strays, `artist:${member.artist.id}`)).toEqual([]);
  await save(member, { version: "3", intent: "remove-picture" });
  expect((await findRow(member.artist)).picture).toBeNull();
});

test.each([
  ["a text", "me.jpg", text("me on a ferry"), "This file is not a picture. Choose a JPEG"],
  ["a drawing", "me.svg", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "an SVG drawing"],
  ["a GIF, moving or not", "me.gif", pictures.gif, "This file is a GIF image. Choose a JPEG"],
  [
    "a PNG that moves",
    "me.png",
    animatedPng(),
    "This picture moves. Choose one that stands still.",
  ],
  ["a WebP that moves", "me.webp", extendedWebp(2), "This picture moves. Choose one that stands"],
  ["half a JPEG", "me.jpg", photo.slice(0, 900), "This picture is damaged or cut off"],
  ["20 megapixels", "me.jpg", jpegBytes({ width: 5000, height: 4000, quality: 30 }), "megapixels"],
  ["more than 10 MB", "me.jpg", new Uint8Array(11_000_000), "larger than 10 MB"],
])(
  "%s is refused with its sentence, and the text beside it is saved",
  async (_, name, body, text) => {
    const member = await signedInArtist();
    const reply = await save(member, { city: "Cork" }, [picture(name, body)]);
    expect(reply.status).toBe(400);
    expect(pageText(reply.html)).toContain(text);
    expect(pageText(reply.html)).toContain("Everything else is saved.");
    expect(reply.html).toContain('value="Cork"');
    expect((await findProfile(member.artist)).city).toBe("Cork");
    expect((await findRow(member.artist)).picture).toBeNull();
  },
);

test("a picture is kept although the text beside it cannot be saved, which is shown as it was typed", async () => {
  const member = await signedInArtist();
  const reply = await save(member, { city: "Cork", website: "vale" }, [picture("me.jpg", photo)]);
  expect(reply.status).toBe(400);
  expect(reply.html).toContain('value="Cork"');
  expect(pageText(reply.html)).toContain("Please enter a web address, such as yourname.com");
  expect((await findRow(member.artist)).picture).not.toBeNull();
});

/** The mails to an address, the last first. */
const mailsTo = (address: string) =>
  store.rows(
    "SELECT kind, text_body AS body FROM mail_outbox WHERE recipient = ? ORDER BY id DESC",
    address,
  );
const findLink = (body: unknown) => /\/confirm-email\/[\w-]{43}/.exec(String(body))?.[0] ?? "";
const createAddress = () => `${crypto.randomUUID()}@example.com`;

test("another address counts once its link is pressed, once; the old one is told, and sessions stay", async () => {
  const member = await signedInArtist();
  const [first, email] = [createAddress(), createAddress()];
  await confirmIdentity(member.visitor, member.artist);
  await save(member, { email: first });
  await save(member, { email, version: "2" });
  expect((await findRow(member.artist)).email).toBe(member.artist.email);
  const page = pageText(await (await member.visitor.send("/edit-profile")).text());
  expect(page).toContain(email);
  const [mail] = await mailsTo(email);
  const [older] = await mailsTo(first);
  expect((await mailsTo(member.artist.email)).map(({ kind }) => kind)).toContain("email-changed");
  const link = findLink(mail?.body);
  const reader = new Visitor();
  expect((await reader.send(findLink(older?.body))).status).toBe(404);
  // Opening the page does not use the link up.
  for (let n = 0; n < 2; n++) expect((await reader.send(link)).status).toBe(200);
  expect((await findRow(member.artist)).email).toBe(member.artist.email);
  const replies = await Promise.all([reader.post(link, {}), new Visitor().post(link, {})]);
  expect(replies.map(({ status }) => status).sort()).toEqual([302, 404]);
  expect((await findRow(member.artist)).email).toBe(email);
  expect((await reader.send(link)).status).toBe(404);
  expect((await member.visitor.send("/edit-profile")).status).toBe(200);
});

test("an address of another account looks like any other, and never changes its account", async () => {
  const [member, owner] = [await signedInArtist(), await createTestArtist()];
  await confirmIdentity(member.visitor, member.artist);
  const free = await save(member, { email: createAddress() });
  const takenReply = await save(member, { email: owner.email, version: "2" });
  expect([takenReply.status, takenReply.location]).toEqual([free.status, free.location]);
  const page = pageText(await (await member.visitor.send("/edit-profile")).text());
  expect(page).toContain(`When we can, we send a link to ${owner.email}`);
  const [mail] = await mailsTo(owner.email);
  expect(mail?.kind).toBe("new-email");
  expect(findLink(mail?.body)).toBe("");
  expect((await findRow(owner)).email).toBe(owner.email);
});

test("an artist can open the files of their own submissions; others get the answer for a missing file", async () => {
  const sender = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(store, sender);
  const [upload] = await uploadRows(store, sender);
  await sender.post("/submit/review", { intent: "submit" });
  const [member, other] = [await signedInArtist(), await signedInArtist()];
  const owns = "UPDATE submissions SET artist_id = ? WHERE draft_id = ? RETURNING id";
  await store.rows(owns, member.artist.id, draftId);
  const path = `/files/${upload?.id}/x`;
  expect((await member.visitor.send(path)).status).toBe(200);
  const replyTo = async (visitor: Visitor) => {
    const reply = await visitor.send(path);
    return [reply.status, await reply.text()];
  };
  expect(await replyTo(other.visitor)).toEqual(await replyTo(new Visitor()));
  const page = await (await member.visitor.send("/dashboard?tab=0")).text();
  expect(pageText(page)).toContain("Your Submissions");
  expect(page).toContain("/files/previews/");
});

test("the dashboard shows the draft of its browser first, and any other tab leads to the first", async () => {
  const { visitor } = await signedInArtist();
  const drafting = await createDraftAt("about");
  const Cookie = `${visitor.cookie}; ${drafting.cookie}`;
  const page = await visitor.send("/dashboard?tab=0", { headers: { Cookie } });
  expect(pageText(await page.text())).toContain("Not sent yet");
  for (const tab of ["?tab=2", "", "?tab=x", "?tab=1.0"]) {
    const reply = await visitor.send(`/dashboard${tab}`);
    expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/dashboard?tab=0"]);
  }
});
