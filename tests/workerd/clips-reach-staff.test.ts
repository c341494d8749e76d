import * as v from "valibot";
import { expect, test } from "vitest";
import { openAppStores, pollUntil } from "../support/app-stores";
import { submitWithClips } from "../support/clip-release";
import { openForFile } from "../support/open-for-file";
import { Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const listSchema = v.array(v.looseObject({}));

/** What a stand-in holds, each thing as text. */
async function heldTexts(path: string): Promise<string[]> {
  const reply = await new Visitor().send(path);
  return v.parse(listSchema, await reply.json()).map((entry) => JSON.stringify(entry));
}

test("once a submission's clips are cut, the board links to them and to the folder that has them", async () => {
  const wav = { seconds: 40, sampleRate: 48_000, bits: 24 };
  const clips = [{ startTime: "00:01", endTime: "00:31" }];
  const visitor = new Visitor();
  const { submissionId } = await submitWithClips(inside, visitor, wav, clips);
  const item = await pollUntil(async () => {
    const items = await heldTexts("/sandbox/monday/items");
    const ownItems = items.filter((item) => item.includes(submissionId));
    expect(ownItems.length).toBeLessThan(2);
    const [whole] = ownItems;
    return whole?.includes("/files/clips/") && whole.includes("drive/folders") ? whole : undefined;
  }, 60);
  const path = /\/files\/clips\/[^\s"\\]+/.exec(item)?.[0] ?? "";
  const clip = await new Visitor().send(path);
  expect([clip.status, clip.headers.get("Content-Type")]).toEqual([200, "audio/wav"]);
  const { byteLength } = await clip.arrayBuffer();
  expect(byteLength).toBe(44 + 30 * 44_100 * 4);
  const files = await heldTexts("/sandbox/drive/files");
  expect(
    files.filter((file) => file.includes("clip 1.wav") && file.includes(`"size":${byteLength}`)),
  ).not.toHaveLength(0);
});
