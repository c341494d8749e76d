import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure";
import { addressArgs, describeHealth } from "./site-address";

test("the public address leads to the site, as a domain or by a route", () => {
  expect(addressArgs("https://submit.example.com")).toEqual(["--domain", "submit.example.com"]);
  expect(addressArgs("https://submit.example.com", "route")).toEqual([
    "--route",
    "submit.example.com/*",
  ]);
  expect(addressArgs(undefined)).toEqual([]);
});

test.each([
  ["https://artist-portal.label.workers.dev", undefined, /an address for trials/],
  ["http://submit.example.com", undefined, /must begin with https/],
  ["https://submit.example.com", "dns", /SITE_ADDRESS must be domain or route/],
])("an address that cannot lead to the site is refused: %s", (url, kind, message) => {
  expect(() => addressArgs(url, kind)).toThrow(message);
});

const URL = "https://submit.example.com";

const release = "0123456789";

/** Asks a site that gives these replies, and at last the last one again and again. */
function describeAfter(replies: readonly (string | Error)[]) {
  const waits: number[] = [];
  const ask = async () => {
    const reply = replies[Math.min(waits.length, replies.length) - 1];
    if (reply instanceof Error || reply === undefined) throw reply;
    return { status: 200, text: reply };
  };
  const wait = async (ms: number) => void waits.push(ms);
  return { line: describeHealth({ publicUrl: URL, release, ask, wait }), waits };
}

const healthOf = (answeringRelease?: string) =>
  JSON.stringify({ status: "degraded", release: answeringRelease });

test("a deployment ends with what the site says of its health, once its own release answers", async () => {
  const replies = [new Error("certificate"), "<html>", healthOf("9876543210"), healthOf(release)];
  const { line, waits } = describeAfter(replies);
  expect(await line).toBe(`${URL}/api/health says: degraded, release ${release}`);
  expect(waits).toEqual([0, 5_000, 10_000, 15_000]);
});

test.each([
  ["another release", healthOf("9876543210"), "with release 9876543210, not with 0123456789"],
  ["a worker that names none", healthOf(), "with release (none is named), not with 0123456789"],
])("a deployment fails where %s answers to the end", async (_, reply, sentence) => {
  const { line } = describeAfter([reply]);
  await expect(line).rejects.toThrow(sentence);
});

test("a deployment fails where its address does not answer to the end, and says what to do", async () => {
  const { line } = describeAfter([healthOf("9876543210"), new Error("no such host")]);
  await expect(line).rejects.toThrow(
    /^Both workers are deployed, but \S+ does not answer \(no such host\)\. .* open this address/,
  );
});

test.each([
  ["Authentication error [code: 10000]", /does not take the API token/],
  ["Unauthorized [code: 10002]", /does not take the API token/],
  ["Access Denied [code: 10003]", /does not take the API token/],
  // What R2 numbers next to these has other causes: its error-codes page.
  ["We encountered an error. Please try again. [code: 10001]", /an error of its own/],
  ["The specified bucket does not exist. [code: 10006]", /bucket that it needs is not/],
  ["Service unavailable [code: 10043]", /an error of its own/],
  ["Reduce your rate of requests. [code: 10058]", /too many calls/],
  ["Invalid bucket name [code: 10005]", /The reason is above/],
  ["The bucket is not empty [code: 10008]", /The reason is above/],
  ["Too many buckets [code: 10009]", /The reason is above/],
  ["Please enable R2 through the Cloudflare Dashboard. [code: 10042]", /R2 is not switched on/],
  ["Could not find zone for `submit.example.com`.", /domain of PUBLIC_URL is not in this account/],
  ["A request to the Cloudflare API failed: 500 Internal Server Error", /an error of its own/],
  ["fetch failed", /could not be reached/],
  ["You need the Workers Paid plan", /plan does not have this/],
  ["429 Too Many Requests [code: 971]", /too many calls/],
  ["no such column: x", /The reason is above/],
  // What went well before the error is no cause, such as the list of bindings.
  ["env.JOINS Rate Limit\nUploaded 502 KiB\n[ERROR] no such column: x", /The reason is above/],
])("a failure is explained: %s", (text, cause) => {
  const message = explainFailure({ task: "create the database", state: "All is as before." }, text);
  const sentence = message.split("\n").at(-1) ?? "";
  expect(sentence).toMatch(cause);
  expect(sentence).toMatch(/run the same command again: it goes on where it stopped\.$/);
  // The last thing on the terminal is the sentence, not what the tool has printed.
  expect(message.startsWith(text)).toBe(true);
});
