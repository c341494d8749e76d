import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { passcodeLine, readLocalRun } from "./settings-from-shell";

const STATE_DIR = mkdtempSync(join(tmpdir(), "artist-portal-settings-"));
afterAll(() => rmSync(STATE_DIR, { recursive: true }));

test("the first run makes a staff passcode, keeps it beside the state, and every run prints it", () => {
  const first = readLocalRun({ STATE_DIR });
  const { STAFF_PASSCODE: passcode } = first.settings;
  expect(passcode).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const file = join(STATE_DIR, "staff-passcode");
  expect(readFileSync(file, "utf8")).toBe(passcode);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(passcodeLine(first)).toBe(`Staff passcode   ${passcode}`);
  expect(passcodeLine(readLocalRun({ STATE_DIR }))).toBe(passcodeLine(first));
});

test("a passcode that the shell names is used, and not printed", () => {
  const run = readLocalRun({ STATE_DIR, STAFF_PASSCODE: "a passcode of ours" });
  expect(run.settings.STAFF_PASSCODE).toBe("a passcode of ours");
  expect(passcodeLine(run)).toBe("Staff passcode   as STAFF_PASSCODE has it");
});

test("where Cloudflare Access lets staff in, no passcode is printed", () => {
  const access = { ACCESS_TEAM_DOMAIN: "label.cloudflareaccess.com", ACCESS_AUD: "f".repeat(64) };
  expect(passcodeLine(readLocalRun({ STATE_DIR, ...access }))).toBe(
    "Staff sign in through Cloudflare Access.",
  );
});
