import { expect, test } from "vitest";
import { refusal } from "~/session/refusal";
import { refusedCall, refusedWithBothShapes } from "./replies";

const settings = { SUPPORT_EMAIL: "help@label.example", BRAND_NAME: "Label" };

/** What a call is told that a guard refused. */
function refusedWith(cause: unknown, accept: string): Promise<Response> {
  const request = new Request("http://localhost:8788/files/1/a.wav", {
    headers: { Accept: accept },
  });
  const portal = { settings } as unknown as Parameters<typeof refusedCall>[2];
  return refusedCall(cause, request as Parameters<typeof refusedCall>[1], portal);
}
const endedLink = () => refusal(410, "It has ended.", { plain: { title: "Ended", state: "over" } });

test("a person whose link is refused reads a page, and a program reads JSON", async () => {
  const page = await refusedWith(endedLink(), "text/html,*/*");
  expect([
    page.status,
    page.headers.get("Content-Type"),
    page.headers.get("Cache-Control"),
  ]).toEqual([410, "text/html; charset=utf-8", "no-store"]);
  const html = await page.text();
  for (const text of ["<title>Ended · Label</title>", "It has ended.", "help@label.example"])
    expect(html).toContain(text);
  const reply = await refusedWith(endedLink(), "*/*");
  expect([reply.status, reply.headers.get("Cache-Control"), await reply.json()]).toEqual([
    ...[410, "no-store"],
    { success: false, error: "It has ended." },
  ]);
});

test("a refused call without a page of its own is answered in JSON, also to a browser", async () => {
  const reply = await refusedWith(refusal(404, "No draft.", { noDraft: true }), "text/html");
  expect([reply.status, await reply.json()]).toEqual([
    404,
    { success: false, error: "No draft.", noDraft: true },
  ]);
});

test("other errors are thrown again", async () => {
  const failure = new Error("down");
  await expect(refusedWith(failure, "*/*")).rejects.toBe(failure);
  await expect(refusedWithBothShapes(failure)).rejects.toBe(failure);
});
