import { afterEach, expect, test, vi } from "vitest";
import { seedDemoArtist } from "./seed-demo-artist";

afterEach(() => void vi.unstubAllGlobals());

const run = (DEMO_ARTIST: string) =>
  ({ port: 8788, settings: { DEMO_ARTIST } }) as unknown as Parameters<typeof seedDemoArtist>[0];
const keys = { artistId: "A-7K4P29", invitationCode: "7K4P2-9QXTM" };

test("a local run stores its demo artist once and prints how the artist signs in", async () => {
  const requests: string[] = [];
  let seeded = false;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? "GET"} ${url}`);
    const reply = { ...keys, seeded };
    seeded = true;
    return Response.json(reply);
  });
  const line = "Demo artist   A-7K4P29   7K4P2-9QXTM";
  expect([await seedDemoArtist(run("1")), await seedDemoArtist(run("1"))]).toEqual([line, line]);
  const address = "http://localhost:8788/sandbox/demo";
  expect(requests).toEqual([`GET ${address}`, `POST ${address}`, `GET ${address}`]);
});

test("a run without a demo artist sends no request and prints nothing", async () => {
  vi.stubGlobal("fetch", () => expect.fail("Nobody is to be asked"));
  expect(await seedDemoArtist(run("0"))).toBeUndefined();
});
