import * as v from "valibot";
import { expect, test } from "vitest";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { formatBody, infoBody, riffBytes } from "../fixtures/wav-chunks";
import { staffMember } from "../support/accounts";
import { openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow, SONG } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { fieldValue, pageText } from "../support/page-parts";
import { releaseInProgress } from "../support/published-release";
import { dateInDays, musicAnswers, type Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const GUEST = 'The title names a guest: "Ada Moss".';

/** A tenth of a second of silence, with what its LIST chunk says. */
function taggedSong(tags: Record<string, string>): Uint8Array<ArrayBuffer> {
  return riffBytes([
    { id: "fmt ", body: formatBody({ tag: 1, channels: 1, sampleRate: 48_000, bits: 16 }) },
    { id: "data", body: new Uint8Array(9_600) },
    { id: "LIST", body: infoBody(tags) },
  ]);
}

async function storedMusic(visitor: Visitor) {
  const { answers } = await findDraftRow(inside, visitor);
  return v.parse(musicAnswersSchema, answers.music);
}

const read = async (visitor: Visitor, path: string) => (await visitor.send(path)).text();

/** Presses a button of the music step with the title as typed. */
async function press(visitor: Visitor, title: string, intent: string): Promise<string> {
  const page = await read(visitor, "/submit/music");
  const reply = await visitor.post("/submit/music", {
    ...musicAnswers(dateInDays(60)),
    draft: fieldValue(page, "draft") ?? "",
    version: fieldValue(page, "version") ?? "",
    "tracks[0].title": title,
    intent,
  });
  return reply.text();
}

test("a title that stores reject passes, is told of below its field and on Review, and is changed there", async () => {
  const visitor = await createDraftAt("review");
  await press(visitor, "Night Ferry (feat. Ada Moss)", "next");
  const step = await read(visitor, "/submit/music");
  expect(pageText(step)).toContain(
    `Stores may send this back; you can submit either way: ${GUEST}`,
  );
  expect(step).toMatch(
    /<button(?=[^>]*formAction="#tracks-0-title")[^>]*value="fix-title:guest:track-1"/i,
  );

  const review = await read(visitor, "/submit/review");
  expect(pageText(review)).toContain("Ready to Submit");
  expect(pageText(review)).toContain(`Track 1 "Night Ferry (feat. Ada Moss)" ${GUEST}`);
  // A test's cover is small.
  expect(pageText(review)).toContain("Artwork This picture is 64 by 64 pixels.");
  const fields = {
    draft: fieldValue(review, "draft") ?? "",
    version: fieldValue(review, "version") ?? "",
    intent: "fix-title:guest:track-1",
  };
  const reply = await visitor.post("/submit/review", fields);
  const text = pageText(await reply.text());
  expect(text).toContain('The title is now "Night Ferry". Now credited: Ada Moss.');
  expect(text).not.toContain(GUEST);
  expect((await storedMusic(visitor)).tracks[0]).toMatchObject({
    title: "Night Ferry",
    metadata: {
      soloWork: false,
      featuredArtists: [{ firstName: "Ada", surname: "Moss", roles: [] }],
    },
  });
  // Once more, as by a reload or in another tab.
  const repeated = await visitor.post("/submit/review", fields);
  expect(repeated.status).toBe(200);
  expect(pageText(await repeated.text())).toContain(
    "Nothing was changed: this title is different now.",
  );
});

test("'Change it' on Review changes nothing where the title was changed in another tab meanwhile", async () => {
  const visitor = await createDraftAt("review");
  await press(visitor, "Night Ferry (feat. Ada Moss)", "next");
  const review = await read(visitor, "/submit/review");
  await press(visitor, "Harbour (feat. Ada Moss)", "next");
  const reply = await visitor.post("/submit/review", {
    draft: fieldValue(review, "draft") ?? "",
    version: fieldValue(review, "version") ?? "",
    intent: "fix-title:guest:track-1",
  });
  expect(reply.status).toBe(409);
  expect(pageText(await reply.text())).toContain("so nothing was changed here");
  expect((await storedMusic(visitor)).tracks[0]?.title).toBe("Harbour (feat. Ada Moss)");
});

test("'Change it' in the music step changes what is typed, saves it and shows the step again", async () => {
  const visitor = await createDraftAt("music");
  const page = await press(visitor, "NIGHT FERRY ★", "fix-title:decoration:track-1");
  expect(pageText(page)).toContain('The title is now "NIGHT FERRY".');
  expect((await storedMusic(visitor)).tracks[0]?.title).toBe("NIGHT FERRY");
  expect(pageText(page)).toContain('The title is all capitals. Write it as "Night Ferry"');
  await press(visitor, "NIGHT FERRY", "fix-title:capitals:track-1");
  expect((await storedMusic(visitor)).tracks[0]?.title).toBe("Night Ferry");
  expect(await read(visitor, "/submit/music")).not.toContain("fix-title:");
});

test("what a file says of its title is offered, and taken only by its button", async () => {
  const visitor = await createDraftAt("music");
  const song = taggedSong({ INAM: "Harbour: Part 2", IART: "Vale & Co", ISRC: "GB-KTQ-26-00001" });
  expect((await visitor.upload(song, SONG)).status).toBe(200);
  await press(visitor, "Night Ferry", "close:nothing");
  const offered = await read(visitor, "/submit/music");
  expect(pageText(offered)).toContain(
    'The file says: title "Harbour: Part 2", artist "Vale & Co". Use it',
  );
  expect((await storedMusic(visitor)).tracks[0]?.title).toBe("Night Ferry");

  const page = await press(visitor, "Night Ferry", "use-file-title:track-1:Harbour: Part 2");
  expect(pageText(page)).not.toContain("The file says");
  expect((await storedMusic(visitor)).tracks[0]?.title).toBe("Harbour: Part 2");
});

test("a title that was declined is offered no more, unless another file says something else", async () => {
  const visitor = await createDraftAt("music");
  await visitor.upload(taggedSong({ INAM: "TIDE master" }), SONG);
  await press(visitor, "Tide", "keep-title:track-1:TIDE master");
  expect(pageText(await read(visitor, "/submit/music"))).not.toContain("The file says");
  await press(visitor, "Tides", "close:nothing");
  expect(pageText(await read(visitor, "/submit/music"))).not.toContain("The file says");
  await visitor.upload(taggedSong({ INAM: "Tide (2026)" }), SONG);
  expect(pageText(await read(visitor, "/submit/music"))).toContain('title "Tide (2026)"');
});

test("staff read the same advice and what the files say, without a button", async () => {
  const visitor = await createDraftAt("review");
  await visitor.upload(taggedSong({ INAM: "Ferry", ISRC: "GB-KTQ-26-00001" }), SONG);
  await press(visitor, "Night Ferry (feat. Ada Moss)", "next");
  const { id: draftId } = await findDraftRow(inside, visitor);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const staff = await staffMember("Rosa Vale");
  const page = await read(staff, `/staff/submissions/${String(row?.id)}`);
  expect(pageText(page)).toContain(GUEST);
  expect(pageText(page)).toContain("This picture is 64 by 64 pixels.");
  expect(pageText(page)).toContain('The file says title "Ferry", ISRC GB-KTQ-26-00001');
  expect(page).not.toContain("fix-title:");
});

test("release details begin with the ISRC that the file says, and offer it where another stands", async () => {
  const { visitor, id, path } = await releaseInProgress();
  const [upload] = await inside.rows(
    `SELECT uploads.id, probe FROM uploads JOIN submissions USING (draft_id)
     WHERE submissions.id = ? AND uploads.kind = 'track' LIMIT 1`,
    id,
  );
  const probe = JSON.stringify({
    ...JSON.parse(String(upload?.probe)),
    tags: { isrc: "GBKTQ2600001" },
  });
  await inside.rows("UPDATE uploads SET probe = ? WHERE id = ? RETURNING id", probe, upload?.id);
  const page = await read(visitor, path);
  expect(fieldValue(page, "tracks[0].isrc")).toBe("GB-KTQ-26-00001");
  expect(pageText(page)).not.toContain("The file says");
  const version = fieldValue(page, "version") ?? "";
  await visitor.post(path, {
    ...{ version, intent: "save" },
    ...{ "tracks[0].id": "track-1", "tracks[0].isrc": "" },
  });
  const offered = await read(visitor, path);
  expect(pageText(offered)).toContain("The file says: ISRC GB-KTQ-26-00001 Use it");
  const reply = await visitor.post(path, {
    version: fieldValue(offered, "version") ?? "",
    intent: "use-isrc:track-1:GB-KTQ-26-00001",
  });
  const after = await reply.text();
  expect(fieldValue(after, "tracks[0].isrc")).toBe("GB-KTQ-26-00001");
  expect(pageText(after)).not.toContain("The file says");
});

test("what the browser saw in the cover is told on Review and to staff, once and for all", async () => {
  const visitor = await createDraftAt("review");
  const { id: draftId } = await findDraftRow(inside, visitor);
  const [cover] = await inside.rows(
    "SELECT id FROM uploads WHERE draft_id = ? AND slot = 'artwork'",
    draftId,
  );
  const path = `/api/cloud-storage/uploads/${cover?.id}/preview`;
  const put = (query: string, from = visitor) =>
    from.send(`${path}${query}`, { method: "PUT", body: "no picture" });
  const look = async () => {
    const [row] = await inside.rows(
      "SELECT probe -> '$.look' AS look FROM uploads WHERE id = ?",
      cover?.id,
    );
    return row?.look;
  };
  await put("?look=border,nonsense");
  await put("?look=", await createDraftAt("artist"));
  await put("?look=blurred", await createDraftAt("artist"));
  expect(await look()).toBeNull();
  await put("?look=border,blurred,border");
  await put("?look=border");
  expect(await look()).toBe('["border","blurred"]');
  const sentences = [
    "This picture has a border of one colour.",
    "This picture looks blurred, or was made larger than it is.",
  ];
  const review = pageText(await read(visitor, "/submit/review"));
  for (const sentence of sentences) expect(review).toContain(sentence);
  await visitor.post("/submit/review", { intent: "submit" });
  const [row] = await inside.rows("SELECT id FROM submissions WHERE draft_id = ?", draftId);
  const desk = pageText(await read(await staffMember("Lou Look"), `/staff/submissions/${row?.id}`));
  for (const sentence of sentences) expect(desk).toContain(sentence);
});
