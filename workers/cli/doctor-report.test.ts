import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { diagnose } from "./doctor-report";

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const env = {
  MONDAY_TOKEN: "monday-token-of-ours",
  MONDAY_BOARD_ID: "77",
  SPOTIFY_CLIENT_ID: "spotify-client-id",
  SPOTIFY_CLIENT_SECRET: "spotify-client-secret",
  GOOGLE_SERVICE_ACCOUNT_EMAIL: "portal@label.iam.gserviceaccount.com",
  GOOGLE_PRIVATE_KEY: key.export({ type: "pkcs8", format: "pem" }).toString().trim(),
  GOOGLE_DRIVE_ID: "0ABCDEF",
  R2_S3_ENDPOINT: "https://account.r2.example",
  R2_S3_BUCKET: "files",
  R2_S3_ACCESS_KEY_ID: "an-access-key-of-ours",
  R2_S3_SECRET_ACCESS_KEY: "a-secret-access-key-of-ours",
  ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com",
  ACCESS_AUD: "f".repeat(64),
};
const secrets = [
  env.MONDAY_TOKEN,
  env.SPOTIFY_CLIENT_SECRET,
  env.R2_S3_ACCESS_KEY_ID,
  env.R2_S3_SECRET_ACCESS_KEY,
  env.GOOGLE_PRIVATE_KEY.split("\n")[1],
];

const boards = [{ name: "Releases", columns: [{ id: "city", title: "City", type: "text" }] }];
const me = { name: "Ida", account: { name: "Label" } };

type Answers = Record<string, (request: Request) => Response | Promise<Response>>;
/** Replies of third parties that all work. */
const workingAnswers: Answers = {
  "api.monday.com": () => Response.json({ data: { me, version: { value: "2026-10" }, boards } }),
  "accounts.spotify.com": () =>
    Response.json({ access_token: "t", token_type: "Bearer", expires_in: 3600 }),
  "api.spotify.com": () =>
    Response.json({ artists: { total: 0, items: [], limit: 1, offset: 0, href: "", next: null } }),
  "oauth2.googleapis.com": () => Response.json({ access_token: "t", expires_in: 3600 }),
  "www.googleapis.com": () => Response.json({ id: "0ABCDEF", name: "Shared" }),
  "account.r2.example": () => new Response(null, { status: 404 }),
  "label.cloudflareaccess.com": () => Response.json({ keys: [{}] }),
};
function stubThirdParties(answers: Answers): void {
  vi.stubGlobal("fetch", async (request: Request) => {
    const answer = answers[new URL(request.url).host];
    if (!answer) throw new TypeError(`fetch failed: ${request.url}`);
    return answer(request);
  });
}
afterEach(() => vi.unstubAllGlobals());

const lineAbout = (lines: string[], title: string) => lines.find((line) => line.includes(title));

test("a wrong port, a wrong state folder and a misspelt setting are reported", async () => {
  stubThirdParties({});
  const { lines, failed } = await diagnose({
    PORT: "99999",
    STATE_DIR: "package.json/x",
    SMTP_HSOT: "x",
  });
  expect(failed).toBe(true);
  expect(
    lines.filter((line) => line.includes("Settings")).map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ["Wrong", "Settings", 'PORT must be a whole number from 1 to 65535, not "99999".'],
    [
      "Wrong",
      "Settings",
      expect.stringMatching(/^STATE_DIR must be a folder, but .*package\.json is a file\.$/),
    ],
    ["Check", "Settings", "SMTP_HSOT is not a setting of the portal. Did you mean SMTP_HOST?"],
  ]);
});

test("a misspelt setting alone is reported, and is no failure", async () => {
  stubThirdParties({});
  const { lines, failed } = await diagnose({ SMTP_HSOT: "x" });
  expect([failed, lines.some((line) => line.startsWith("Check"))]).toEqual([false, true]);
});

test("each third party that answers gets a line that says so", async () => {
  stubThirdParties(workingAnswers);
  const { lines, failed } = await diagnose(env);
  expect([lines.filter((line) => line.includes("Not well.")), failed]).toEqual([[], false]);
  expect(lineAbout(lines, "Task board")).toContain('"Releases" answers as Ida (version 2026-10)');
  expect(lineAbout(lines, "Cloud drive")).toContain('"Shared" opens.');
  expect(lineAbout(lines, "Spotify")).toContain("The catalogue answers (market GB).");
  expect(lineAbout(lines, "Direct uploads")).toContain("The bucket files opens.");
  expect(lineAbout(lines, "Access")).toContain("hands out its keys");
  expect(lineAbout(lines, "Mail server")).toMatch(/^Off/);
});

test("for a third party that fails, the line says what to do and contains no secret", async () => {
  const errors = [{ message: `Bad token ${env.MONDAY_TOKEN}`, extensions: { code: "x" } }];
  stubThirdParties({
    "api.monday.com": () => Response.json({ errors }, { status: 401 }),
    "accounts.spotify.com": () =>
      Response.json({ error: env.SPOTIFY_CLIENT_SECRET }, { status: 400 }),
    "oauth2.googleapis.com": () =>
      Response.json({ error: "invalid_grant", error_description: "Bad JWT." }, { status: 400 }),
    "account.r2.example": () => new Response(null, { status: 403 }),
  });
  const { lines, failed } = await diagnose(env);
  expect(failed).toBe(true);
  expect(lineAbout(lines, "Task board")).toMatch(/^Live .*Not working\. .*Bad token \[secret\]/);
  expect(lineAbout(lines, "Spotify")).toMatch(/^Live .*Not working\. .*Set SPOTIFY_CLIENT_ID/);
  expect(lineAbout(lines, "Cloud drive")).toMatch(
    /^Live .*Not working\. .*Set GOOGLE_SERVICE_ACCOUNT_EMAIL/,
  );
  expect(lineAbout(lines, "Direct uploads")).toMatch(
    /^Live .*Not working\. .*Set R2_S3_ACCESS_KEY_ID/,
  );
  expect(lineAbout(lines, "Access")).toMatch(/^Live .*Not working\. .*Check ACCESS_TEAM_DOMAIN/);
  for (const secret of secrets) expect(lines.join("\n")).not.toContain(secret);
});

test("a board that does not answer has another line than one that refuses", async () => {
  stubThirdParties({});
  const board = { MONDAY_TOKEN: env.MONDAY_TOKEN, MONDAY_BOARD_ID: "77" };
  const { lines, failed } = await diagnose(board);
  expect(failed).toBe(true);
  expect(lineAbout(lines, "Task board")).toMatch(/^Live .*Not working\. .*did not answer in time/);
});

test("a rate limit of the board, or a board that the token does not see, is named", async () => {
  const limit = { message: "Slow down", extensions: { code: "Rate Limit Exceeded" } };
  stubThirdParties({
    "api.monday.com": () =>
      Response.json({ errors: [limit] }, { status: 429, headers: { "Retry-After": "21" } }),
  });
  const board = { MONDAY_TOKEN: env.MONDAY_TOKEN, MONDAY_BOARD_ID: "77" };
  expect(lineAbout((await diagnose(board)).lines, "Task board")).toContain(
    "Try again in 21 seconds.",
  );
  stubThirdParties({
    "api.monday.com": () =>
      Response.json({ data: { me, version: { value: "2026-10" }, boards: [] } }),
  });
  const { lines, failed } = await diagnose(board);
  expect(failed).toBe(true);
  expect(lineAbout(lines, "Task board")).toContain("The token does not see board 77.");
});

test("a setting that is malformed is named, without its value", async () => {
  const { lines, failed } = await diagnose({ ...env, MONDAY_BOARD_ID: "my-board" });
  expect([failed, lines]).toEqual([
    true,
    [expect.stringMatching(/^Wrong +Settings +MONDAY_BOARD_ID must be the number of a board\.$/)],
  ]);
});

/** Runs the command with only these settings, in a folder of its own. */
function run(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const root = new URL("../../", import.meta.url).pathname;
  const cwd = mkdtempSync(join(tmpdir(), "doctor-"));
  writeFileSync(join(cwd, ".env"), "BRAND_NAME=A label of ours\n");
  const args = ["--tsconfig", `${root}tsconfig.json`, `${root}workers/cli/doctor.ts`];
  const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...settings } };
  return new Promise((resolve) => {
    execFile(`${root}node_modules/.bin/tsx`, args, options, (error, output, errors) => {
      rmSync(cwd, { recursive: true });
      resolve({ code: error ? Number(error.code) : 0, output: output + errors });
    });
  });
}

test("npm run doctor ends well with nothing set up, and with 1 where a mail server is away", async () => {
  const fresh = await run({});
  expect(fresh).toMatchObject({ code: 0, output: expect.stringMatching(/^Off +Mail server/m) });
  const away = await run({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: "9",
    SMTP_USERNAME: "us",
    SMTP_PASSWORD: "mail-password-of-ours",
    MAIL_FROM: "music@label.example",
  });
  expect(away).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Live +Mail server +The real service\. Not working\./m),
  });
  expect(away.output).not.toContain("mail-password-of-ours");
});

const health = (r2: string) => ({
  checks: {
    d1: { state: "ok", ms: 4 },
    r2: { state: r2, ms: 5 },
    kv: { state: "ok", ms: 6 },
    queue: { state: "ok", ms: 7, waiting: 0 },
  },
});

test.each([
  ["ok", 200, false, /^Sandbox +File storage \(R2\) +Working\. It answers\. \(5 ms\)$/],
  [
    "failed",
    503,
    true,
    /^Sandbox +File storage \(R2\) +Not working\. It isn't answering\. \(5 ms\)$/,
  ],
])(
  "a running portal whose storage is %s is asked for its stores",
  async (r2, status, failed, line) => {
    stubThirdParties({ "label.example": () => Response.json(health(r2), { status }) });
    const report = await diagnose({}, { portalUrl: "https://label.example" });
    expect(report.failed).toBe(failed);
    expect(lineAbout(report.lines, "File storage")).toMatch(line);
    expect(lineAbout(report.lines, "Database")).toMatch(/^Sandbox +Database \(D1\) +Working\./);
  },
);

test("without a running portal its stores are listed as not asked; a wrong address is a failure", async () => {
  stubThirdParties({});
  const alone = await diagnose({});
  expect(alone.failed).toBe(false);
  expect(lineAbout(alone.lines, "Database (D1)")).toMatch(/^Not asked +Database/);
  const wrong = await diagnose({}, { portalUrl: "nowhere" });
  expect([wrong.failed, wrong.lines.at(-1)]).toEqual([
    true,
    expect.stringContaining("No portal answers at nowhere."),
  ]);
});
