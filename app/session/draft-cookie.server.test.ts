import { expect, test } from "vitest";
import { sha256Hex } from "~/platform/hash";
import {
  clearDraftCookies,
  type DraftRef,
  draftCookieHeader,
  hashKey,
  linkedKey,
  readDraftCookie,
} from "./draft-cookie.server";

const SECRET = "s".repeat(32);
const refs = (["open", "new", "new"] as const).map(
  (state, index): DraftRef => ({
    key: String(index).repeat(43),
    draftId: `${index}1J0D000000000000000000000`,
    state,
  }),
);

const requestWith = (cookies: string[], url = "https://submit.example.com/submit") =>
  new Request(url, { headers: { Cookie: cookies.join("; ") } });

async function cookiesOf(drafts: readonly DraftRef[], url?: string): Promise<string[]> {
  const headers = drafts.map((ref) => draftCookieHeader(requestWith([], url), ref, SECRET));
  return (await Promise.all(headers)).map((header) => header.split(";")[0] ?? "");
}

test.each(["https://submit.example.com/submit", "http://localhost/submit"])(
  "of the cookies at %s the stored draft's counts, then the oldest of new ones",
  async (url) => {
    const [open = "", first = "", second = ""] = await cookiesOf(refs, url);
    const read = (...cookies: string[]) => readDraftCookie(requestWith(cookies, url), SECRET);
    expect(new Set([open, first, second].map((cookie) => cookie.split("=")[0])).size).toBe(3);
    expect(await read(first, second, open)).toEqual(refs[0]);
    expect(await read(first, second)).toEqual(refs[1]);
    expect(await read(second, first)).toEqual(refs[2]);
    expect(await read("a=b")).toBeUndefined();
  },
);

test("a browser forgets its draft with every cookie that has a key, and no other", async () => {
  const cookies = await cookiesOf(refs);
  const removed = await clearDraftCookies(requestWith([...cookies, "a=b"]));
  const names = (headers: string[]) => headers.map((header) => header.split("=")[0]).sort();
  expect(names(removed)).toEqual(names(cookies));
  for (const header of removed) expect(header).toContain("Max-Age=0");
  expect(await clearDraftCookies(requestWith(["a=b"]))).toEqual([]);
});

test("a browser that a link opened has a key of its own beside it", async () => {
  const [link, own] = ["L".repeat(43), "O".repeat(43)];
  const key = linkedKey(link, { secret: () => own });
  const ref: DraftRef = { key, draftId: refs[0]?.draftId ?? "", state: "open" };
  expect(await readDraftCookie(requestWith(await cookiesOf([ref])), SECRET)).toEqual(ref);
  expect(await hashKey(key)).toEqual({
    keyHash: await sha256Hex(link),
    ownHash: await sha256Hex(own),
  });
  expect(await hashKey(link)).toEqual({
    keyHash: await sha256Hex(link),
    ownHash: await sha256Hex(link),
  });
});
