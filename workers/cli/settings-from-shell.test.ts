import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { localSettingErrors, passcodeLine, readLocalRun } from "./settings-from-shell";

const STATE_DIR = mkdtempSync(join(tmpdir(), "artist-portal-settings-"));
afterAll(() => rmSync(STATE_DIR, { recursive: true }));

test("the first run creates a staff passcode and stores it beside the state; every run prints it", () => {
  const first = readLocalRun({ STATE_DIR });
  const { STAFF_PASSCODE: passcode } = first.settings;
  expect(passcode).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const file = join(STATE_DIR, "staff-passcode");
  expect(readFileSync(file, "utf8")).toBe(passcode);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(passcodeLine(first)).toBe(`Staff passcode   ${passcode}`);
  expect(passcodeLine(readLocalRun({ STATE_DIR }))).toBe(passcodeLine(first));
});

test("a passcode from the environment is used, and not printed", () => {
  const run = readLocalRun({ STATE_DIR, STAFF_PASSCODE: "a passcode of ours" });
  expect(run.settings.STAFF_PASSCODE).toBe("a passcode of ours");
  expect(passcodeLine(run)).toBe("Staff passcode   as STAFF_PASSCODE has it");
});

test("where staff sign in through Cloudflare Access, no passcode is printed", () => {
  const access = { ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com", ACCESS_AUD: "f".repeat(64) };
  expect(passcodeLine(readLocalRun({ STATE_DIR, ...access }))).toBe(
    "Staff sign in through Cloudflare Access.",
  );
});

test.each(["99999", "65536", "0", "-1", "abc", "80.5", "1e3", "0x50", " ", "8788 ", "٨"])(
  "PORT=%j is refused in plain words",
  (PORT) => {
    expect(localSettingErrors({ PORT, STATE_DIR })).toEqual([
      `PORT must be a whole number from 1 to 65535, not "${PORT}".`,
    ]);
  },
);

test.each(["2", "yes", "true", " "])("LOG=%j is refused in plain words", (LOG) => {
  expect(localSettingErrors({ LOG, STATE_DIR })).toEqual([
    `LOG must be 1 (log lines in the terminal, too) or 0, not "${LOG}".`,
  ]);
});

test("log lines go to the terminal only with LOG=1", () => {
  const logs = [undefined, "", "0", "1"].map((LOG) => readLocalRun({ STATE_DIR, LOG }));
  expect(logs.map(({ logsToTerminal }) => logsToTerminal)).toEqual([false, false, false, true]);
});

test("valid ports, and folders that exist or can be created, are accepted", () => {
  for (const PORT of ["1", "8788", "65535", "", undefined])
    expect(localSettingErrors({ PORT, STATE_DIR: join(STATE_DIR, "new", "folder") })).toEqual([]);
});

test("a state folder that is a file, or within one, is refused in plain words", () => {
  const file = join(STATE_DIR, "file");
  writeFileSync(file, "");
  for (const path of [file, join(file, "state")])
    expect(localSettingErrors({ STATE_DIR: path })).toEqual([
      `STATE_DIR must be a folder, but ${file} is a file.`,
    ]);
});

/** Runs `npm start` with wrong settings; returns its output. */
function start(settings: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env.PATH, HOME: STATE_DIR, STATE_DIR, ...settings };
  return new Promise((resolve) => {
    execFile("node_modules/.bin/tsx", ["workers/cli/start.ts"], { env }, (error, output, errors) =>
      resolve({ code: error?.code, output: output + errors }),
    );
  });
}

test("npm start ends with a sentence for each wrong setting, and without a stack trace", async () => {
  expect(await start({ PORT: "99999", SMTP_HSOT: "smtp.label.example" })).toEqual({
    code: 1,
    output: `PORT must be a whole number from 1 to 65535, not "99999".
SMTP_HSOT is not a setting of the portal. Did you mean SMTP_HOST?
`,
  });
});
