import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { freePort } from "../bench/free-port";
import type { InputSource } from "./driven-page";

const LIBRARIES = "/usr/lib";

/** Finds WebKitGTK's MiniBrowser. */
function findMiniBrowser(): string | undefined {
  const folders = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const places = ["", ...folders].flatMap((folder) =>
    ["webkit2gtk-4.1", "webkitgtk-6.0"].map((version) =>
      join(LIBRARIES, folder, version, "MiniBrowser"),
    ),
  );
  return places.find((path) => existsSync(path));
}

const isInstalled = (command: string) => spawnSync("which", [command]).status === 0;

/** A sentence about what is missing for a real WebKit; undefined where nothing is. */
export function missingWebKit(): string | undefined {
  const isWhole =
    isInstalled("WebKitWebDriver") &&
    findMiniBrowser() &&
    (process.env.DISPLAY || isInstalled("Xvfb"));
  return isWhole
    ? undefined
    : "WebKit is not installed (on Debian: apt-get install webkit2gtk-driver xvfb).";
}

const replySchema = v.object({ value: v.unknown() });
const sessionSchema = v.object({ sessionId: v.string() });
const elementSchema = v.record(v.string(), v.string());

/** No call takes as long; one that hangs is told by its name then. */
const MAX_CALL_MS = 60_000;

async function callDriver(url: string, method: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(MAX_CALL_MS);
  const init = { method, signal, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(url, init).catch((cause: unknown) => {
    throw new Error(`${method} ${url}: no answer`, { cause });
  });
  const { value } = v.parse(replySchema, await reply.json());
  if (!reply.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

/** A real WebKit, controlled by W3C WebDriver; see `docs/testing.md`. */
export class WebKitDriver {
  private constructor(
    private readonly session: string,
    private readonly processes: readonly ChildProcess[],
  ) {}

  /** Starts a browser, on a virtual screen where there is no display. */
  static async start(): Promise<WebKitDriver> {
    const port = await freePort();
    const screen = `:${port}`;
    const processes: ChildProcess[] = [];
    const run = (command: string, args: string[]) => {
      const env = { DISPLAY: screen, ...process.env };
      processes.push(spawn(command, args, { stdio: "ignore", env }));
    };
    if (!process.env.DISPLAY) run("Xvfb", [screen, "-screen", "0", "1280x900x24"]);
    run("WebKitWebDriver", [`--port=${port}`]);
    const options = { binary: findMiniBrowser(), args: ["--automation"] };
    const capabilities = {
      alwaysMatch: {
        "webkitgtk:browserOptions": options,
        unhandledPromptBehavior: "accept",
        // The slow link of tests has a certificate of its own.
        acceptInsecureCerts: true,
      },
    };
    const base = `http://127.0.0.1:${port}/session`;
    for (let tries = 1; ; tries++) {
      try {
        const value = await callDriver(base, "POST", { capabilities });
        return new WebKitDriver(`${base}/${v.parse(sessionSchema, value).sessionId}`, processes);
      } catch (error) {
        // Neither the screen nor the driver reports when it is ready.
        if (tries < 40) await new Promise((resolve) => setTimeout(resolve, 250));
        else {
          for (const child of processes) child.kill();
          throw error;
        }
      }
    }
  }

  async close(): Promise<void> {
    await callDriver(this.session, "DELETE").catch(() => undefined);
    for (const child of this.processes) child.kill();
  }

  async open(url: string): Promise<void> {
    await callDriver(`${this.session}/url`, "POST", { url });
  }

  async reload(): Promise<void> {
    await callDriver(`${this.session}/refresh`, "POST", {});
  }

  /** Adds a cookie for the open site, as `name=value`. */
  async addCookie(cookie: string): Promise<void> {
    const [name, value] = cookie.split(/=(.*)/s);
    await callDriver(`${this.session}/cookie`, "POST", { cookie: { name, value, path: "/" } });
  }

  /** Runs a function's body in the page. @returns what it returns. */
  run(script: string): Promise<unknown> {
    return callDriver(`${this.session}/execute/sync`, "POST", { script, args: [] });
  }

  /** Finds the element that a function's body returns. @returns it as the origin of a pointer. */
  async find(script: string): Promise<object> {
    return v.parse(elementSchema, await this.run(script));
  }

  /** Performs a person's actions, by pointer or keys. */
  async perform(actions: readonly InputSource[]): Promise<void> {
    await callDriver(`${this.session}/actions`, "POST", { actions });
  }

  /** Types into a field, or sets the path of a file field. */
  async type(selector: string, text: string): Promise<void> {
    const using = { using: "css selector", value: selector };
    const element = v.parse(
      elementSchema,
      await callDriver(`${this.session}/element`, "POST", using),
    );
    const id = Object.values(element)[0];
    await callDriver(`${this.session}/element/${id}/value`, "POST", { text });
  }
}
