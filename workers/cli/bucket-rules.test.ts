import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configureDirectBucket, setAbortRule } from "./apply-bucket-rules";
import { corsConfiguration, directBucket, lifecycleChanges } from "./bucket-rules";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const abort = (days: number) => `Abort incomplete multipart uploads after ${days} days`;

/** What `wrangler r2 bucket lifecycle list` prints. */
function listing(rules: { name: string; action: string; enabled?: boolean; prefix?: string }[]) {
  const blocks = rules.map(({ name, action, enabled = true, prefix = "(all prefixes)" }) =>
    [
      `name:     ${name}`,
      `enabled:  ${enabled ? "Yes" : "No"}`,
      `prefix:   ${prefix}`,
      `action:   ${action}`,
    ].join("\n"),
  );
  const banner = "\n ⛅️ wrangler 4.86.0\n───\nListing lifecycle rules for bucket 'files'...\n";
  return `${banner}${blocks.join("\n\n")}\n`;
}

const DEFAULT = { name: "Default Multipart Abort Rule", action: abort(7) };
const OURS = { name: "unfinished-uploads", action: abort(15) };
const LOGS = { name: "old logs", action: "Expire objects after 10 days", prefix: "logs/" };

test("only the pages of one site may send to the bucket, and read the ETag of what they sent", () => {
  expect(corsConfiguration("https://submit.example.com")).toEqual({
    rules: [
      {
        allowed: {
          origins: ["https://submit.example.com"],
          methods: ["PUT", "GET", "HEAD"],
          headers: ["content-type"],
        },
        exposeHeaders: ["ETag"],
        maxAgeSeconds: 3600,
      },
    ],
  });
});

test.each([
  ["a new bucket", [DEFAULT], { remove: [DEFAULT.name], add: true }],
  ["a second deployment", [OURS], { remove: [], add: false }],
  ["a bucket without rules", [], { remove: [], add: true }],
  ["other people's rules", [LOGS, OURS], { remove: [], add: false }],
  ["a rule that waits longer", [{ name: "slow", action: abort(30) }], { remove: [], add: true }],
  ["a rule that is off", [{ ...DEFAULT, enabled: false }, OURS], { remove: [], add: false }],
  ["ours, switched off", [{ ...OURS, enabled: false }], { remove: [OURS.name], add: true }],
  ["ours with other days", [{ ...OURS, action: abort(14) }], { remove: [OURS.name], add: true }],
  [
    "a short rule for uploads alone",
    [{ name: "short", action: abort(1), prefix: "artists/" }, OURS],
    { remove: ["short"], add: false },
  ],
  [
    "a short rule for other things",
    [{ name: "short", action: abort(1), prefix: "logs/" }, OURS],
    { remove: [], add: false },
  ],
])("%s: unfinished uploads end up with 15 days", (_, rules, changes) => {
  expect(lifecycleChanges(listing(rules))).toEqual({ ...changes, tooShort: [] });
});

test("a short rule that does something else as well is reported, not changed", () => {
  const mixedRule = { name: "mixed", action: `Expire objects after 400 days, ${abort(2)}` };
  expect(lifecycleChanges(listing([mixedRule, OURS]))).toEqual({
    remove: [],
    add: false,
    tooShort: ["mixed"],
  });
});

test("an account without rules, as wrangler says it, gets ours", () => {
  const text = "There are no lifecycle rules for bucket 'files'.\n";
  expect(lifecycleChanges(text)).toEqual({ remove: [], add: true, tooShort: [] });
});

test("the first deployment replaces the default rule, and the second changes nothing", async () => {
  let rules = [DEFAULT, LOGS];
  const calls: string[] = [];
  const wrangler = async (...args: string[]) => {
    calls.push(args.join(" "));
    const [, , , verb, , ...rest] = args;
    if (verb === "remove") rules = rules.filter(({ name }) => name !== rest[1]);
    if (verb === "add") rules = [...rules, { name: rest[0] ?? "", action: abort(Number(rest[2])) }];
    return verb === "list" ? listing(rules) : "";
  };
  await setAbortRule(wrangler, "files");
  expect(rules).toEqual([LOGS, OURS]);
  const first = calls.splice(0);
  expect(first).toEqual([
    "r2 bucket lifecycle list files",
    "r2 bucket lifecycle remove files --name Default Multipart Abort Rule",
    "r2 bucket lifecycle add files unfinished-uploads --abort-multipart-days 15 --force",
  ]);
  await setAbortRule(wrangler, "files");
  expect(calls).toEqual(["r2 bucket lifecycle list files"]);
});

const settings = {
  R2_S3_ENDPOINT: "https://0123.eu.r2.cloudflarestorage.com",
  R2_S3_BUCKET: "files",
  PUBLIC_URL: "https://submit.example.com",
};

test("the bucket that browsers send to is the one the settings name", () => {
  const direct = { bucket: "files", origin: "https://submit.example.com", onR2: true };
  expect(directBucket(settings)).toEqual(direct);
  const elsewhere = { ...settings, R2_S3_ENDPOINT: "https://s3.r2.cloudflarestorage.com.example" };
  expect(directBucket(elsewhere)).toEqual({ ...direct, onR2: false });
  expect(directBucket({ PUBLIC_URL: settings.PUBLIC_URL })).toBeUndefined();
});

test("the CORS rules go to wrangler in a temporary file", async () => {
  let file = "";
  let rules: unknown;
  const wrangler = async (...args: string[]) => {
    if (args[2] === "cors") {
      file = args[6] ?? "";
      rules = JSON.parse(readFileSync(file, "utf8"));
      expect(args).toEqual(["r2", "bucket", "cors", "set", "files", "--file", file, "--force"]);
    }
    return args[3] === "list" ? listing([OURS]) : "";
  };
  await configureDirectBucket(wrangler, {
    bucket: "files",
    origin: settings.PUBLIC_URL,
    onR2: true,
  });
  expect(rules).toEqual(corsConfiguration("https://submit.example.com"));
  expect(existsSync(file)).toBe(false);
});

test("the rules of a bucket that is not on R2 are only printed", async () => {
  const wrangler = vi.fn<(...args: string[]) => Promise<string>>();
  await configureDirectBucket(wrangler, {
    bucket: "files",
    origin: "https://x.example",
    onR2: false,
  });
  expect(wrangler).not.toHaveBeenCalled();
  expect(vi.mocked(console.log).mock.calls.join()).toContain('"exposeHeaders":["ETag"]');
});
