import { PDF } from "@libpdf/core";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInArtist } from "../../support/accounts";
import { type AppServer, startApp } from "../../support/app-server";
import { openStoreReader, pollUntil } from "../../support/app-stores";
import { announceApp } from "../../support/app-under-test";

let app: AppServer;
let unannounce: () => void;
beforeAll(async () => {
  app = await startApp({ build: false });
  unannounce = announceApp(app);
});
afterAll(async () => {
  unannounce?.();
  await app?.stop();
});

const rowSchema = v.object({
  id: v.string(),
  text_hash: v.string(),
  document_key: v.nullable(v.string()),
});

test.each(["محمد عبد الله", "张伟"])(
  "the jobs worker draws the letters of %s in the signed copy",
  async (name) => {
    const { artist, visitor } = await signedInArtist({ name }, app);
    await visitor.send("/agreement");
    const stores = openStoreReader(app.url);
    const findRequest = async () => {
      const sql = "SELECT * FROM signature_requests WHERE artist_id = ?";
      return v.parse(rowSchema, (await stores.rows(sql, artist.id))[0]);
    };
    const { id, text_hash: textHash } = await findRequest();
    const form = { request: id, textHash, to: "/dashboard?tab=1", intent: "sign" };
    await visitor.post("/agreement", { ...form, typedName: name, consent: "on" });
    const key = await pollUntil(async () => (await findRequest()).document_key ?? undefined);
    const pdf = await PDF.load((await stores.object(key)) ?? new Uint8Array());
    const text = pdf
      .getPages()
      .map((page) => page.extractText().text)
      .join(" ");
    expect(text).toContain("Evidence of the signature");
    expect(text).toContain("drawn as shapes");
    expect(text).not.toContain("U+");
    expect(pdf.getAuthor()).toBe(name);
  },
);
