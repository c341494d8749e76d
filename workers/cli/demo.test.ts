import { once } from "node:events";
import { Worker } from "node:worker_threads";
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

/** Replies as the local runtime does, which closes idle connections; in a thread of its own. */
const RUNTIME = String.raw`
const { createServer } = require("node:net");
const { parentPort } = require("node:worker_threads");
const demo = { artistId: "A-7K4P29", invitationCode: "7K4P2-9QXTM" };
const server = createServer((line) => {
  let asked = "";
  line.setEncoding("latin1").on("error", () => {});
  line.on("data", (text) => {
    asked += text;
    const [head, body] = asked.split("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (body === undefined || body.length < length) return;
    const told = JSON.stringify({ ...demo, seeded: head.startsWith("POST") });
    line.write("HTTP/1.1 200 OK\r\nContent-Length: " + told.length + "\r\n\r\n" + told);
    asked = "";
    clearTimeout(line.rests);
    line.rests = setTimeout(() => line.end(), 300);
  });
});
server.listen(0, () => parentPort.postMessage(server.address().port));
`;

test("a first start succeeds however long drawing the demo's covers takes", async () => {
  const runtime = new Worker(RUNTIME, { eval: true });
  try {
    const [port] = await once(runtime, "message");
    // The start has checked the runtime's health before.
    const replies = Array.from({ length: 2 }, () => fetch(`http://localhost:${port}/api/health`));
    for (const reply of replies) await (await reply).text();
    expect(await seedDemoArtist({ ...run("1"), port })).toBe(
      "Demo artist   A-7K4P29   7K4P2-9QXTM",
    );
  } finally {
    await runtime.terminate();
  }
});
