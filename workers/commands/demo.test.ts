import { afterEach, expect, test, vi } from "vitest";
import { demoLine } from "./demo";

afterEach(() => void vi.unstubAllGlobals());

const run = (DEMO_ARTIST: string) =>
  ({ port: 8788, settings: { DEMO_ARTIST } }) as unknown as Parameters<typeof demoLine>[0];
const keys = { artistId: "A-7K4P29", invitationCode: "7K4P2-9QXTM" };

test("a local run says how its demo artist signs in, whom it has stored once", async () => {
  const asked: string[] = [];
  let seeded = false;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${url}`);
    const reply = { ...keys, seeded };
    seeded = true;
    return Response.json(reply);
  });
  const line = "Demo artist   A-7K4P29   7K4P2-9QXTM";
  expect([await demoLine(run("1")), await demoLine(run("1"))]).toEqual([line, line]);
  const address = "http://localhost:8788/sandbox/demo";
  expect(asked).toEqual([`GET ${address}`, `POST ${address}`, `GET ${address}`]);
});

test("where there is none, nothing is asked or said", async () => {
  vi.stubGlobal("fetch", () => expect.fail("Nobody is to be asked"));
  expect(await demoLine(run("0"))).toBeUndefined();
});
