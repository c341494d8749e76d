import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, which would take a port found free. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;
const MAX_TRIES = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** A TCP port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error("Found no free port.");
}
