import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "undici";
import * as v from "valibot";
import { freePort } from "../bench/free-port";
import type { InputSource } from "./driven-page";

const NAMES = ["firefox-esr", "firefox"];
const findFirefox = () => NAMES.find((name) => spawnSync("which", [name]).status === 0);

/** A sentence about what is missing for a real Firefox; undefined where nothing is. */
export function missingFirefox(): string | undefined {
  return findFirefox()
    ? undefined
    : "Firefox is not installed (on Debian: apt-get install firefox-esr).";
}

const messageSchema = v.object({
  id: v.optional(v.number()),
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  result: v.optional(v.unknown()),
});
const contextSchema = v.object({ contexts: v.array(v.object({ context: v.string() })) });
const evaluatedSchema = v.object({
  type: v.literal("success"),
  result: v.object({ value: v.optional(v.unknown()) }),
});
const nodesSchema = v.object({ nodes: v.array(v.object({ sharedId: v.string() })) });
const foundSchema = v.object({ result: v.object({ sharedId: v.string() }) });

/** A real Firefox, controlled by W3C WebDriver BiDi; see `docs/testing.md`. */
export class FirefoxDriver {
  private lastId = 0;
  private readonly waiting = new Map<
    number,
    (message: v.InferOutput<typeof messageSchema>) => void
  >();
  private context = "";

  private constructor(
    private readonly socket: WebSocket,
    private readonly browser: ChildProcess,
    private readonly profile: string,
  ) {
    socket.addEventListener("message", ({ data }) => {
      const message = v.parse(messageSchema, JSON.parse(String(data)));
      if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    });
  }

  static async start(): Promise<FirefoxDriver> {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), "firefox-"));
    const args = ["--headless", "--profile", profile, "--remote-debugging-port", String(port)];
    const browser = spawn(findFirefox() ?? "firefox", args, { stdio: "ignore" });
    const driver = new FirefoxDriver(await connect(port), browser, profile);
    // The slow link of tests has a certificate of its own.
    const capabilities = { alwaysMatch: { acceptInsecureCerts: true } };
    await driver.call("session.new", { capabilities });
    const { contexts } = v.parse(contextSchema, await driver.call("browsingContext.getTree", {}));
    driver.context = contexts[0]?.context ?? "";
    return driver;
  }

  private async call(method: string, params: object): Promise<unknown> {
    const id = ++this.lastId;
    const reply = await new Promise<v.InferOutput<typeof messageSchema>>((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error) throw new Error(`${method}: ${reply.error} ${reply.message}`);
    return reply.result;
  }

  async close(): Promise<void> {
    this.socket.close();
    const ended = new Promise((resolve) => this.browser.once("exit", resolve));
    this.browser.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true });
  }

  async open(url: string): Promise<void> {
    await this.call("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async reload(): Promise<void> {
    await this.call("browsingContext.reload", { context: this.context, wait: "complete" });
  }

  /** Adds a cookie for the open site, as `name=value`. */
  async addCookie(cookie: string): Promise<void> {
    await this.run(`document.cookie = ${JSON.stringify(`${cookie}; path=/`)}`);
  }

  /** Runs a function's body in the page. @returns the text, number or truth value that it returns. */
  async run(script: string): Promise<unknown> {
    return v.parse(evaluatedSchema, await this.evaluate(script)).result.value;
  }

  private evaluate(script: string): Promise<unknown> {
    return this.call("script.evaluate", {
      expression: `(() => { ${script} })()`,
      target: { context: this.context },
      awaitPromise: true,
    });
  }

  /** Finds the element that a function's body returns. @returns it as the origin of a pointer. */
  async find(script: string): Promise<object> {
    const reply = await this.evaluate(script);
    const { sharedId } = v.parse(foundSchema, reply).result;
    return { type: "element", element: { sharedId } };
  }

  /** Performs a person's actions, by pointer or keys. */
  async perform(actions: readonly InputSource[]): Promise<void> {
    await this.call("input.performActions", { context: this.context, actions });
  }

  /** Sets the path of a file field. */
  async type(selector: string, path: string): Promise<void> {
    const { context } = this;
    const locator = { type: "css", value: selector };
    const found = await this.call("browsingContext.locateNodes", { context, locator });
    const element = v.parse(nodesSchema, found).nodes[0];
    await this.call("input.setFiles", { context, element, files: [path] });
  }
}

/** Firefox does not say when it listens. */
async function connect(port: number): Promise<WebSocket> {
  for (let tries = 1; ; tries++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("error", () => resolve(false));
    });
    if (isOpen) return socket;
    if (tries === 120) throw new Error("Firefox does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
