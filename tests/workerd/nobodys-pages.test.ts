import { expect, test } from "vitest";
import { CACHED_PAGES } from "~/domain/submission/offline/service-worker";
import { createDraftAt } from "../support/drafts";
import { Visitor } from "../support/visitor";

const AS_NOBODY = { "X-Shell": "1" };
const NAMES = { artistName: "Aoife Underhill", email: "aoife@underhill.example" };

test("the pages that a browser may store are equal for everyone, say so, and set no cookie", async () => {
  const visitor = await createDraftAt("review", NAMES);
  const draft = visitor.cookie;
  const stable = (text: string) =>
    text.replace(/nonce="[^"]*"/g, "").replace(/\d{4}-\d\d-\d\d[^"\\]*/g, "");
  for (const path of CACHED_PAGES) {
    const reply = await visitor.send(path, { headers: AS_NOBODY });
    const bare = await new Visitor().send(path, { headers: AS_NOBODY });
    expect([path, reply.status, bare.status]).toEqual([path, 200, 200]);
    expect(reply.headers.get("X-Shell")).toBe("1");
    expect([reply, bare].flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
    const text = await reply.text();
    expect(stable(text)).toBe(stable(await bare.text()));
    for (const own of Object.values(NAMES)) expect(text).not.toContain(own);
  }
  expect(visitor.cookie).toBe(draft);
  // Without the header the page is the artist's own, and does not say so.
  const own = await visitor.send("/submit/artist");
  expect(own.headers.get("X-Shell")).toBeNull();
  expect(await own.text()).toContain(NAMES.artistName);
});

test("private pages are closed to anonymous requests; posts still belong to their artist", async () => {
  const visitor = await createDraftAt("music", NAMES);
  for (const path of ["/submit/success", "/submit/continue", "/dashboard", "/staff"]) {
    const reply = await visitor.send(path, { headers: AS_NOBODY });
    const text = await reply.text();
    const bare = await new Visitor().send(path, { headers: AS_NOBODY });
    expect([path, reply.status, reply.headers.get("Location")]).toEqual([
      ...[path, bare.status, bare.headers.get("Location")],
    ]);
    for (const own of Object.values(NAMES)) expect(text).not.toContain(own);
    expect(reply.headers.getSetCookie()).toEqual([]);
  }
  // Only anonymous requests are refused: the artist can open this page.
  expect((await visitor.send("/submit/continue")).status).toBe(200);
  const fields = { artistName: "Changed", intent: "back" };
  const postReply = await visitor.post("/submit/artist", fields, AS_NOBODY);
  expect(postReply.status).toBe(302);
  expect(await (await visitor.send("/submit/artist")).text()).toContain("Changed");
});

test("the service worker's script is never cached, and covers the whole site", async () => {
  const reply = await new Visitor().send("/sw.js");
  expect(reply.headers.get("Content-Type")).toContain("text/javascript");
  expect(reply.headers.get("Cache-Control")).toBe("no-cache");
  const [, path = ""] = /importScripts\("([^"]+)"\)/.exec(await reply.text()) ?? [];
  const worker = await new Visitor().send(path);
  expect(worker.status).toBe(200);
  expect(await worker.text()).toContain("/submit/artist");
});
