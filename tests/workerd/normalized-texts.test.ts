import { beforeAll, expect, test } from "vitest";
import { staffMember } from "../support/accounts";
import { openStoreReader, type StoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { pageText } from "../support/page-parts";
import { artistAnswers, Visitor } from "../support/visitor";

let store: StoreReader;
beforeAll(() => {
  store = openStoreReader();
});

const savedArtist = async (visitor: Visitor) => (await findDraftRow(store, visitor)).answers.artist;

test("invisible characters are removed from every field, and full-width letters of addresses normalised", async () => {
  const visitor = await createDraftAt("artist");
  const reply = await visitor.post("/submit/artist", {
    ...artistAnswers,
    artistName: "\u200bBeyonce\u0301 \u202eLive\u2060",
    firstName: "\u2800Sig\u00adrid\u3164",
    email: "\ufeffｓigrid＠example．com\u200b",
    phone: "＋３５３　٨٦１２３４",
    city: "می\u200cخواهم",
    intent: "next",
  });
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/submit/music"]);
  expect(await savedArtist(visitor)).toMatchObject({
    artistName: "Beyoncé Live",
    firstName: "Sigrid",
    email: "sigrid@example.com",
    phone: "+353 861234",
    city: "می\u200cخواهم",
  });
});

test.each(["\u200b", "\u3164", "\u2800", "\u{e0041}", "\ufe0f", "\u202e \u2066"])(
  "a name of only %j counts as missing, by form and by call",
  async (nothing) => {
    const visitor = await createDraftAt("artist");
    const posted = { ...artistAnswers, artistName: nothing, intent: "next" };
    const reply = await visitor.post("/submit/artist", posted);
    expect(reply.status).toBe(400);
    expect(pageText(await reply.text())).toContain("Artist name is required");
    const call = await new Visitor().send("/api/waiting-list", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ artistData: { ...artistAnswers, artistName: nothing } }),
    });
    expect(call.status).toBe(400);
  },
);

test.each([
  ["Narnia", 400, "Narnia"],
  ["Hong Kong", 302, "Hong Kong"],
  ["Deutschland", 302, "Germany"],
  ["日本", 302, "Japan"],
  ["burma", 302, "Myanmar"],
  ["Jersey", 302, "Jersey"],
])("the country %s is answered %i, and kept as %s", async (country, status, kept) => {
  const visitor = await createDraftAt("artist");
  const reply = await visitor.post("/submit/artist", { ...artistAnswers, country, intent: "next" });
  expect(reply.status).toBe(status);
  const page = await reply.text();
  if (status === 400) {
    expect(pageText(page)).toContain("We don't know this country. Choose one from the list");
    expect(page).toContain(`<option value="${kept}" selected=""`);
  } else expect(await savedArtist(visitor)).toMatchObject({ country: kept });
});

test("a link pasted with invisible characters works", async () => {
  const visitor = new Visitor();
  const reply = await visitor.send(`/submit/continue/${"a".repeat(43)}%E2%80%8B?x=%EF%BB%BFy`);
  expect([reply.status, reply.headers.get("Location")]).toEqual([
    302,
    `/submit/continue/${"a".repeat(43)}?x=y`,
  ]);
  const call = await visitor.send("/api/invitation/validate/nothing%E2%80%8B");
  const plain = await visitor.send("/api/invitation/validate/nothing");
  expect([call.status, await call.text()]).toEqual([plain.status, await plain.text()]);
});

test("staff find a release by its tracks and people, whichever apostrophe, dash or width they type", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const staff = await staffMember("Search Sand");
  const visitor = await createDraftAt("review", { artistName: `O’Hara–${mark}` });
  const { id } = await findDraftRow(store, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await store.rows("SELECT id FROM submissions WHERE draft_id = ?", id);
  const wide = [...mark].map((sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)).join("");
  for (const typed of [
    `O'Hara-${mark}`,
    `OʼHARA—${mark}`,
    `o\`hara ${wide}`,
    `${mark} night ferry`,
  ]) {
    const page = await staff.send(`/staff?q=${encodeURIComponent(typed)}`);
    expect([typed, await page.text()]).toEqual([
      typed,
      expect.stringContaining(`/staff/submissions/${row?.id}`),
    ]);
  }
});
