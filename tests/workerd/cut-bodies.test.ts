import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { routeName } from "~/platform/formats/route-name";
import { appUnderTest, outputLines } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import { rawRequest } from "../support/raw-request";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

/** The local run is known to have a request once it answers one that was asked later. */
async function laterRequestId(): Promise<string> {
  const reply = await fetch(`${appUnderTest().url}/api/health`);
  await reply.text();
  return reply.headers.get("X-Request-Id") ?? "";
}

/** The lines of all requests before are there once that of a later one is. */
async function waitForLog(): Promise<void> {
  const id = await laterRequestId();
  const isThere = () => expect(outputLines().some((line) => line.includes(`"${id}"`))).toBe(true);
  await vi.waitFor(isThere, 20_000);
}

/**
 * What the local runtime itself says of a request whose sender has gone, of any worker: its debugger
 * hears the first also of one that catches all there is to catch, once, or twice where the answer is
 * a stream; the second is of the socket that the answer did not get into.
 */
const SENDER_GONE =
  /^✘ \[ERROR\] (Uncaught Error: Network connection lost\.|kj::getCaughtExceptionAsKj\(\) = .*: disconnected: .*)$/;
/** Works on the jobs of other tests meanwhile. */
const JOBS_LINE = /^\[artist-portal-jobs\] /;

test.each([
  ["/api/monitoring/error-report", "text/plain", 408],
  ["/submit/notice", FORM, 408],
  ["/submit/artist", FORM, 408],
  ["/submit/artist", MULTIPART, 408],
  ["/nope-cut", FORM, 404],
] as const)("a small body to %s as %s that is cut off is no error", async (path, type, status) => {
  const { cookie } = await createDraftAt("artist");
  for (const partialBody of ["", "a=b"]) {
    await waitForLog();
    const start = outputLines().length;
    const since = () => outputLines().slice(start);
    const route = routeName(`http://localhost${path}`);
    const ours = () => since().filter((line) => line.includes(`"route":"${route}"`));
    const headers = { Cookie: cookie, "Content-Type": type, "Content-Length": "1000" };
    const request = { path, headers, body: [partialBody], hangUpAfter: laterRequestId };
    // Under load the local run's proxy loses one now and then: it is sent again.
    await expect
      .poll(
        async () => {
          await rawRequest(request).catch(() => undefined);
          await vi.waitFor(() => expect(ours()).not.toEqual([]), 5_000).catch(() => undefined);
          return ours().length;
        },
        { timeout: 40_000 },
      )
      .toBeGreaterThan(0);
    await waitForLog();
    // What escaped a route would leave its request without a line of its own, or with 500.
    for (const line of ours()) expect(line).toMatch(`"level":"info","event":"request"`);
    for (const line of ours()) expect(line).toMatch(`"status":${status}`);
    const complaints = since()
      .map((line) => stripVTControlCharacters(line).trim())
      .filter((line) => /"level":"(warn|error)"|\bERROR\b|Uncaught/.test(line))
      .filter((line) => !SENDER_GONE.test(line) && !JOBS_LINE.test(line));
    expect(complaints).toEqual([]);
  }
});
