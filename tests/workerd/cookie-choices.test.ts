import { expect, test } from "vitest";
import { pageText } from "../support/page-parts";
import { Visitor } from "../support/visitor";

const ASKED = "May we measure how fast pages load and files upload";

const show = async (path: string, cookie = "") =>
  pageText(await (await new Visitor().send(path, { headers: { Cookie: cookie } })).text());

test("pages ask about cookies until there is an answer, and never ask staff", async () => {
  for (const path of ["/", "/faq", "/submit", "/login", "/no/such/page"]) {
    expect(await show(path), path).toContain(ASKED);
    for (const choice of ["accepted", "refused"])
      expect(await show(path, `cookie-choice=${choice}`), path).not.toContain(ASKED);
    // A value that is neither answer counts as none.
    expect(await show(path, "cookie-choice=maybe"), path).toContain(ASKED);
  }
  for (const path of ["/staff/sign-in", "/cookie-choices"])
    expect(await show(path), path).not.toContain(ASKED);
});

test.each([
  ["/faq", "/faq"],
  ["/submit/music?return=review", "/submit/music?return=review"],
  ["//evil.example/", "/cookie-choices"],
  ["https://evil.example/", "/cookie-choices"],
  ["/.//evil.example", "/cookie-choices"],
  ["", "/cookie-choices"],
])("answered from %j, it leads to %s and remembers the answer", async (to, path) => {
  for (const choice of ["accepted", "refused"]) {
    const reply = await new Visitor().post("/cookie-choices", { cookies: choice, to });
    expect([reply.status, reply.headers.get("Location")]).toEqual([302, path]);
    const expectedCookie = `cookie-choice=${choice}; Path=/; Max-Age=15724800; HttpOnly; SameSite=Lax`;
    expect(reply.headers.get("Set-Cookie")).toBe(expectedCookie);
  }
});

test.each(["", "yes", "accepted refused", "ACCEPTED"])(
  "the answer %j is neither of the two: nothing is remembered",
  async (cookies) => {
    const reply = await new Visitor().post("/cookie-choices", { cookies, to: "/" });
    expect(reply.status).toBe(400);
    expect(reply.headers.get("Set-Cookie")).toBeNull();
    expect(await pageText(await reply.text())).toContain("did not choose Accept or Refuse");
  },
);

test("pages that are only looked at set no cookie, whatever was answered", async () => {
  for (const path of ["/", "/learn-more", "/cookie-policy", "/cookie-choices", "/offline"])
    for (const cookie of ["", "cookie-choice=accepted"]) {
      const reply = await new Visitor().send(path, { headers: { Cookie: cookie } });
      expect([path, reply.status, reply.headers.get("Set-Cookie")]).toEqual([path, 200, null]);
    }
});

test("one page and its style sheet can be cached for offline use, the same for everybody", async () => {
  const page = await new Visitor().send("/offline", { headers: { Cookie: "draft=x" } });
  const html = await page.text();
  expect(html).toContain("You’re offline");
  expect(html).not.toContain("<script");
  const own = Array.from(html.matchAll(/(?:href|src)="(\/[\w.-]+)"/g), ([, path]) => path);
  expect(own).toEqual(["/icon.svg", "/plain.css"]);
  for (const path of own) expect((await new Visitor().send(path ?? "")).status).toBe(200);
});

test("every picture in the mapping exists in every size and format", async () => {
  const reply = await new Visitor().send(`/files/optimized/image-mapping.json?t=${Date.now()}`);
  expect(reply.headers.get("Content-Type")).toContain("application/json");
  const mapping: Record<string, Record<string, Record<string, string>>> = await reply.json();
  for (const [name, sizes] of Object.entries(mapping)) {
    expect((await new Visitor().send(`/files/originals/${name}`)).status).toBe(200);
    expect(Object.keys(sizes)).toEqual(["thumbnail", "medium", "large", "xlarge"]);
    for (const formats of Object.values(sizes))
      for (const [format, path] of Object.entries(formats)) {
        const picture = await new Visitor().send(path);
        expect([path, picture.headers.get("Content-Type")]).toEqual([path, `image/${format}`]);
        expect(picture.headers.get("Cache-Control")).toContain("immutable");
      }
  }
  const home = await (await new Visitor().send("/")).text();
  expect(home).toContain(mapping["grooves.jpg"]?.medium?.avif ?? "nothing");
});
