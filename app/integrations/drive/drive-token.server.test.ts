import { expect, test } from "vitest";
import type { TokenCache } from "~/platform/token-cache";
import { driveToken } from "./drive-client.server";
import { createSandboxKey, importPemKey } from "./service-account.server";

const account = { email: "portal@label.iam.gserviceaccount.com", key: createSandboxKey() };
const start = new Date("2026-11-21T12:00:00Z");
const clockAfter = (seconds: number) => () => new Date(start.getTime() + seconds * 1000);

function createTokenServer(
  reply: () => Response = () => Response.json({ access_token: "t", expires_in: 3599 }),
) {
  const requests: URLSearchParams[] = [];
  const fetcher = async (request: Request) => {
    requests.push(new URLSearchParams(await request.text()));
    return reply();
  };
  return { requests, fetcher };
}

test("a token is asked for by a JWT, and kept until a minute before it expires", async () => {
  const { requests, fetcher } = createTokenServer();
  const cache: TokenCache = {};
  for (const seconds of [0, 1, 3_538])
    expect(await driveToken(fetcher, account, cache, clockAfter(seconds))).toBe("t");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
  expect(requests[0]?.get("assertion")?.split(".")).toHaveLength(3);
  await driveToken(fetcher, account, cache, clockAfter(3_540));
  expect(requests).toHaveLength(2);
});

test("a refused key is a permanent failure in Google's words", async () => {
  const body = { error: "invalid_grant", error_description: "Invalid JWT Signature." };
  const { fetcher } = createTokenServer(() => Response.json(body, { status: 400 }));
  await expect(driveToken(fetcher, account, {}, clockAfter(0))).rejects.toMatchObject({
    code: "invalid_grant",
    message: "Invalid JWT Signature.",
    permanent: true,
  });
});

test("a key that cannot be used is a permanent failure that does not quote it", async () => {
  const { requests, fetcher } = createTokenServer();
  const unusable = { ...account, key: importPemKey("-----BEGIN PRIVATE KEY-----\nc2VjcmV0") };
  const failure = await driveToken(fetcher, unusable, {}, clockAfter(0)).catch((error) => error);
  expect(failure).toMatchObject({ code: "UNUSABLE_KEY", permanent: true });
  expect(String(failure)).not.toContain("c2VjcmV0");
  expect(requests).toEqual([]);
});

test("a wait until a date is counted from the client's own time", async () => {
  const headers = { "Retry-After": "Sat, 21 Nov 2026 12:00:40 GMT" };
  const { fetcher } = createTokenServer(() => new Response("{}", { status: 429, headers }));
  await expect(driveToken(fetcher, account, {}, clockAfter(10))).rejects.toMatchObject({
    retryAfterSeconds: 30,
  });
});

test.each([{ token: "t" }, { access_token: "", expires_in: 1 }, []])(
  "a reply such as %j is no token",
  async (body) => {
    const { fetcher } = createTokenServer(() => Response.json(body));
    await expect(driveToken(fetcher, account, {}, clockAfter(0))).rejects.toMatchObject({
      code: "UNEXPECTED_REPLY",
      permanent: false,
    });
  },
);
