import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { appUnderTest } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import type { Visitor } from "../support/visitor";

let visitor: Visitor;
beforeAll(async () => {
  visitor = await createDraftAt("review");
});

function directives(policy: string): Map<string, string> {
  return new Map(
    policy.split(";").map((directive) => {
      const [name = "", ...values] = directive.trim().split(" ");
      return [name, values.join(" ")];
    }),
  );
}

const findNonce = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";

const answers: [string, string, RequestInit?][] = [
  ["a page", "/"],
  ["a step", "/submit/music"],
  ["the entry of the wizard", "/submit"],
  ["a redirect", "/submit/dev"],
  ["a page that does not exist", "/no/such/page"],
  ["a refused post", "/submit/about", { method: "POST", body: "{}" }],
  [
    "a post to a page without forms",
    "/",
    { method: "POST", body: new URLSearchParams({ a: "b" }) },
  ],
  ["a call of the API", "/api/config"],
  ["a call that does not exist", "/api/nothing"],
  ["a file that does not exist", "/files/x/y.wav"],
  [
    "a foreign post",
    "/submit/about",
    { method: "POST", headers: { Origin: "https://evil.example" } },
  ],
  ["loader data", "/submit/music.data"],
];

test.each(answers)("%s carries every security header", async (_, path, init) => {
  const { headers } = await visitor.send(path, init);
  const policy = directives(headers.get("Content-Security-Policy") ?? "");
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("script-src")).toMatch(/^'self' 'nonce-[\w+/=]{24}'$/);
  expect(policy.get("style-src")).not.toContain("unsafe-inline");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("form-action")).toBe("'self'");
  expect(policy.get("worker-src")).toBe("'self'");
  expect(policy.get("connect-src")).toBe("'self'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("X-Request-Id")).toBeTruthy();
  // Over plain HTTP it would mean nothing, and lock local hosts out of it for two years.
  expect(headers.get("Strict-Transport-Security")).toBeNull();
});

test.each(["/", "/submit/artist", "/submit/music", "/submit/about", "/submit/review"])(
  "every script on %s carries the response's own nonce, and no markup runs script",
  async (path) => {
    const reply = await visitor.send(path);
    const nonce = findNonce(reply.headers.get("Content-Security-Policy") ?? "");
    const html = await reply.text();
    // What says of itself that it is data runs nowhere.
    const scripts = (html.match(/<script\b[^>]*>/g) ?? []).filter(
      (script) => script !== '<script type="application/ld+json">',
    );
    // The home page has none.
    if (path !== "/") expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts)
      expect(script.includes(`nonce="${nonce}"`) || script.includes(' src="/')).toBe(true);
    expect(html).not.toMatch(/\son\w+="/);
    expect(html).not.toMatch(/<style\b/);
    expect(html).not.toContain("javascript:");
  },
);

test("no two responses share a nonce", async () => {
  const policies = await Promise.all(
    Array.from({ length: 10 }, async () =>
      (await visitor.send("/")).headers.get("Content-Security-Policy"),
    ),
  );
  expect(new Set(policies.map((policy) => findNonce(policy ?? ""))).size).toBe(10);
});

test("what was typed cannot become markup or script", async () => {
  const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
  const reply = await visitor.post("/submit/about", { bio: evil, proNumber: "x".repeat(61) });
  const html = await reply.text();
  expect(reply.status).toBe(400);
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img src=x");
});

test("static files carry nosniff, and built ones may be kept for good", async () => {
  const { url } = appUnderTest();
  const [scriptName = ""] = readdirSync("build/client/assets").filter((name) =>
    name.endsWith(".js"),
  );
  // Browsers ask for the second where a page names no icon.
  const icons = ["/icon.svg", "/favicon.ico"];
  const paths = [...icons, "/fonts/instrument-serif-latin-400.woff2", `/assets/${scriptName}`];
  for (const path of paths) {
    const { status, headers } = await fetch(url + path);
    expect(status).toBe(200);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    if (!icons.includes(path)) expect(headers.get("Cache-Control")).toContain("immutable");
  }
});

test.each(["/submit/artist", "/submit/artist.data", "/nothing", "/nothing.data", "/api/nothing"])(
  "%s is kept by no cache",
  async (path) => {
    const { headers } = await visitor.send(path);
    expect(headers.get("Cache-Control")).toBe("no-store");
  },
);

test("the browser's own workers may compile WebAssembly and nothing else", async () => {
  const { headers } = await fetch(`${appUnderTest().url}/workers/ingest.js`);
  const policy = directives(headers.get("Content-Security-Policy") ?? "");
  expect(policy.get("default-src")).toBe("'none'");
  expect(policy.get("script-src")).toBe("'wasm-unsafe-eval'");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("a browser that says itself that it is too old for scripts loads none ahead", async () => {
  const userAgent = "Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 Chrome/80.0.3987.99 Mobile";
  const draft = await createDraftAt("artist");
  const read = async (headers: Record<string, string>) =>
    (await draft.send("/submit/artist", { headers })).text();
  expect(await read({ "User-Agent": userAgent })).not.toMatch(
    /<script(?! id="post-once")|rel="modulepreload"/,
  );
  expect(await read({})).toContain('rel="modulepreload"');
});

test.each(["/nothing", "/submit/success"])(
  "%s is there to be read, and runs no script but that which guards its forms",
  async (path) => {
    const html = await (await visitor.send(path)).text();
    expect(html).toContain("</html>");
    expect(html).not.toMatch(/<script(?! id="(?:post-once|local-times)")|rel="modulepreload"/);
  },
);
