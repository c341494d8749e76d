import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { diagnose } from "./doctor-report";
import { parseGivenSettings } from "./given-settings";
import { readLocalRun } from "./settings-from-shell";

const given = { SIGNING_SECRET: "s".repeat(32), BRAND_NAME: "Nordlicht" };

test.each([
  "password1234",
  "123456789012",
  "aaaaaaaaaaaa",
  "qwertyuiop[]",
  "P@ssw0rd12345!",
  "November2026!",
  "staffpasscode",
  "musiclabel123",
  "hunter2hunter2",
  "abcdefghijkl",
  "x".repeat(200),
  "Nordlicht2026!",
  "nordlichtrecords",
])("%s is refused as a staff passcode", (STAFF_PASSCODE) => {
  const parse = () => parseGivenSettings({ ...given, STAFF_PASSCODE });
  expect(parse).toThrow("STAFF_PASSCODE is too easy to guess.");
  expect(parse).toThrow("Take four words that have nothing to do with each other");
});

test.each([
  "abcd-efgh-jkmn-pqrs",
  "correct horse battery staple",
  "trolley ambient gherkin nine",
  "k3vq8w2mzp0xhd7t",
  undefined,
])("%s is accepted", (STAFF_PASSCODE) => {
  expect(parseGivenSettings({ ...given, STAFF_PASSCODE }).STAFF_PASSCODE).toBe(STAFF_PASSCODE);
});

afterEach(() => vi.restoreAllMocks());

test("a passcode that is easy to guess stops the start and the doctor with the same sentence", async () => {
  const env = { STAFF_PASSCODE: "nordlicht2026", BRAND_NAME: "Nordlicht" };
  const printed: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((text) => void printed.push(text));
  vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const STATE_DIR = mkdtempSync(join(tmpdir(), "artist-portal-passcode-"));
  try {
    expect(() => readLocalRun({ ...env, STATE_DIR })).toThrow("ended");
  } finally {
    rmSync(STATE_DIR, { recursive: true });
  }
  expect(printed).toEqual([expect.stringContaining("STAFF_PASSCODE is too easy to guess.")]);
  const { lines, failed } = await diagnose(env);
  expect([failed, lines.join()]).toEqual([true, expect.stringContaining(String(printed[0]))]);
});

test("every command that reads settings checks the passcode", () => {
  for (const command of ["deploy", "doctor-report", "settings-from-shell"]) {
    const source = readFileSync(`workers/cli/${command}.ts`, "utf8");
    expect(source).toContain("parseGivenSettings(");
    expect(source).not.toContain("parseSettings(");
  }
});
