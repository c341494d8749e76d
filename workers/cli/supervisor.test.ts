import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startTool } from "./processes";
import {
  answers,
  GIVE_UP_SENTENCE,
  RESTART_SENTENCES,
  restartBudget,
  silence,
  supervise,
} from "./supervisor";

const { silent, ended, failed } = RESTART_SENTENCES;

async function listening(respond: RequestListener) {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => void server.close().closeAllConnections();
  return { address, close };
}

const mute = () => listening(() => undefined);
const PATIENT_MS = 120_000;

test("a site that answers 503 is not silent", async () => {
  const { address, close } = await listening((_, reply) => reply.writeHead(503).end("degraded"));
  expect(await answers(address, PATIENT_MS)).toBe(true);
  close();
});

test("a site that cannot be reached is not silent: its end is seen by itself", async () => {
  const { address, close } = await mute();
  close();
  expect(await answers(address, PATIENT_MS)).toBe(true);
});

test("a site that takes requests without an answer is silent", async () => {
  const { address, close } = await mute();
  expect(await silence(address, 500)).toBe("silent");
  close();
});

test("a site that stops in the middle of an answer is silent", async () => {
  const { address, close } = await listening((_, reply) => void reply.writeHead(200).write("{"));
  expect(await answers(address, 500)).toBe(false);
  close();
});

test("five restarts within ten minutes are tried, and later ones again", () => {
  let now = 0;
  const mayRestart = restartBudget(() => now);
  const five = () => Array.from({ length: 5 }, mayRestart);
  expect(five()).toEqual([true, true, true, true, true]);
  expect(mayRestart()).toBe(false);
  now = 10 * 60_000;
  expect(five()).toEqual([true, true, true, true, true]);
});

/** Supervises what `starts` starts in turn, the last of them again and again, until it gives up. */
async function untilGivenUp(silenceMs: number, ...starts: (() => ReturnType<typeof startTool>)[]) {
  const { address, close } = await mute();
  const sentences: string[] = [];
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    const start = async () => {
      const next = starts[Math.min(count++, starts.length - 1)];
      if (!next) throw new Error("Nothing to start.");
      return next();
    };
    const onRestart = (sentence: string) => void sentences.push(sentence);
    const onGiveUp = (sentence: string) => {
      sentences.push(sentence);
      resolve();
    };
    supervise({ start, address, silenceMs, onRestart, onGiveUp }).catch(reject);
  });
  close();
  return sentences;
}

const tool = (script: string) => () => startTool(process.execPath, ["-e", script], {}, "pipe");
const broken = () => {
  throw new Error("The port is in use.");
};

test("a run that ends at once again and again is given up after five restarts", async () => {
  const sentences = await untilGivenUp(PATIENT_MS, tool("process.exit(3)"));
  expect(sentences).toEqual([ended, ended, ended, ended, ended, GIVE_UP_SENTENCE]);
});

test("a silent run is ended; starts that fail count as well", async () => {
  const sentences = await untilGivenUp(500, tool("setInterval(() => {}, 1e6)"), broken);
  expect(sentences).toEqual([silent, failed, failed, failed, failed, GIVE_UP_SENTENCE]);
});

test("a run that is stopped is not started again", async () => {
  const { address, close } = await mute();
  const sentences: string[] = [];
  const supervised = await supervise({
    start: async () => tool("setInterval(() => {}, 1e6)")(),
    address,
    silenceMs: PATIENT_MS,
    onRestart: (sentence) => void sentences.push(sentence),
    onGiveUp: (sentence) => void sentences.push(sentence),
  });
  await supervised.stop();
  close();
  expect(sentences).toEqual([]);
});
