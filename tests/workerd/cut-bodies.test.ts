import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { routeName } from "~/platform/formats/route-name";
import { appUnderTest, outputLines } from "../support/app-under-test";
import { createDraftAt } from "../support/drafts";
import { rawRequest } from "../support/raw-request";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

/** Once the server answers a later request, it must have received the earlier one. */
async function laterRequestId(): Promise<string> {
  const reply = await fetch(`${appUnderTest().url}/api/health`);
  await reply.text();
  return reply.headers.get("X-Request-Id") ?? "";
}

/** The id of the request that a log line is about. */
function requestIdOf(line: string): string {
  const [, id] = /"requestId":"([^"]+)"/.exec(line) ?? [];
  if (id === undefined) throw new Error(`No request id in ${line}`);
  return id;
}

/** Waits for the log line of a later request, so that all earlier lines exist. */
async function waitForLog(): Promise<void> {
  const id = await laterRequestId();
  const isThere = () => expect(outputLines().some((line) => line.includes(`"${id}"`))).toBe(true);
  await vi.waitFor(isThere, 20_000);
}

/**
 * The messages of the local runtime for a request whose sender has gone, for any worker. Its debugger
 * reports the first even if the worker catches every error, once, or twice for a streamed response;
 * the second is about the socket that could not take the response.
 */
const SENDER_GONE =
  /^✘ \[ERROR\] (Uncaught Error: Network connection lost\.|kj::getCaughtExceptionAsKj\(\) = .*: disconnected: .*)$/;
/** May run jobs of other tests meanwhile. */
const JOBS_LINE = /^\[artist-portal-jobs\] /;

/** The runtime's own lines name no request: those of an earlier test can arrive during the first try. */
const OPTIONS = { retry: 2 };

test.each([
  ["/api/monitoring/error-report", "text/plain", 408],
  ["/submit/notice", FORM, 408],
  ["/submit/artist", FORM, 408],
  ["/submit/artist", MULTIPART, 408],
  ["/nope-cut", FORM, 404],
] as const)(
  "a small body to %s as %s that is cut off is no error",
  OPTIONS,
  async (path, type, status) => {
    const { cookie } = await createDraftAt("artist");
    for (const partialBody of ["", "a=b"]) {
      await waitForLog();
      const start = outputLines().length;
      const since = () => outputLines().slice(start);
      const route = routeName(`http://localhost${path}`);
      const ofRoute = () => since().filter((line) => line.includes(`"route":"${route}"`));
      // Other tests send whole bodies to the same routes meanwhile, which get other statuses.
      const ours = () => ofRoute().filter((line) => line.includes(`"status":${status}`));
      const headers = { Cookie: cookie, "Content-Type": type, "Content-Length": "1000" };
      const request = { path, headers, body: [partialBody], hangUpAfter: laterRequestId };
      // Under load, wrangler's proxy sometimes loses a request: it is sent again.
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
      // An error that escapes a route would leave the request without its log line, or with a 500.
      for (const line of ours()) expect(line).toMatch(`"level":"info","event":"request"`);
      for (const line of ofRoute()) expect(line).not.toMatch(/"status":5/);
      const ids = ours().map((line) => requestIdOf(line));
      const complaints = since()
        .map((line) => stripVTControlCharacters(line).trim())
        .filter((line) => /"level":"(warn|error)"|\bERROR\b|Uncaught/.test(line))
        .filter((line) => !line.includes('"requestId":') || ids.some((id) => line.includes(id)))
        .filter((line) => !SENDER_GONE.test(line) && !JOBS_LINE.test(line));
      expect(complaints).toEqual([]);
    }
  },
);
