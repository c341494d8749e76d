import { expect } from "vitest";
import { AutosaveEngine } from "~/forms/autosave/autosave.client";
import type { Fields } from "~/forms/autosave/autosave-state";

/** How the server, or the way to it, behaves. */
export type ServerMode =
  | "up"
  | "down"
  | "reply lost"
  | "busy"
  | "slow"
  | "foreign page"
  | "foreign gate"
  | "half a refusal"
  | "gone";

/** A form of one field. */
export const bioFields = (text: string): Fields => [["bio", text]];

/** Lets everything that has been promised so far happen. */
export const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A browser with a clock to turn by hand, and a server that keeps one step as the real one does. */
export function createAutosaveFixture(storageEntries = new Map<string, string>()) {
  let time = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const world = {
    mode: "up" as ServerMode,
    storedText: undefined as string | undefined,
    requests: [] as { text: string; base: string; keepalive: boolean }[],
    atOnce: 0,
    mostAtOnce: 0,
    kept: storageEntries,
    /** Lets a slow request go on. */
    finish: () => {},
    token: () => (world.storedText === undefined ? "new" : `v:${world.storedText}`),
    now: () => time,
    schedule(run: () => void, ms: number) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async pass(ms: number) {
      const end = time + ms;
      for (;;) {
        await flushPromises();
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
    storage: () => ({
      getItem: (name: string) => storageEntries.get(name) ?? null,
      setItem: (name: string, value: string) => void storageEntries.set(name, value),
      removeItem: (name: string) => void storageEntries.delete(name),
      key: (index: number) => [...storageEntries.keys()][index] ?? null,
      get length() {
        return storageEntries.size;
      },
    }),
    async put(path: string, init: RequestInit): Promise<Response> {
      expect(path).toBe("/api/drafts/current/about");
      world.mostAtOnce = Math.max(world.mostAtOnce, ++world.atOnce);
      try {
        const form = new URLSearchParams(String(init.body));
        const [text, base] = [form.get("bio") ?? "", form.get("version") ?? ""];
        world.requests.push({ text, base, keepalive: init.keepalive === true });
        if (world.mode === "slow")
          await new Promise<void>((resolve, reject) => {
            world.finish = resolve;
            init.signal?.addEventListener("abort", () => reject(new Error("given up")));
          });
        if (world.mode === "down") throw new TypeError("Failed to fetch");
        if (world.mode === "busy") return new Response("", { status: 503 });
        if (world.mode === "foreign page") return new Response("<html>");
        if (world.mode === "gone")
          return Response.json(
            { success: false, error: "It expired." },
            { status: 404, headers: { "X-Request-Id": "one" } },
          );
        if (world.mode === "half a refusal")
          return new Response(
            new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) }),
            { status: 404, headers: { "X-Request-Id": "one" } },
          );
        if (world.mode === "foreign gate")
          return Response.json({ error: "Access denied" }, { status: 403 });
        if (base !== world.token() && text !== world.storedText)
          return Response.json(
            { success: false, conflict: true, version: world.token(), savedAt: "T" },
            { status: 409 },
          );
        world.storedText = text;
        if (world.mode === "reply lost") throw new TypeError("Failed to fetch");
        return Response.json({ success: true, version: world.token() });
      } finally {
        world.atOnce -= 1;
      }
    },
  };
  return world;
}

/** A page on that step, its engine started. */
export function openAutosavePage(
  world: ReturnType<typeof createAutosaveFixture>,
  version = world.token(),
  text = "",
) {
  const engine = new AutosaveEngine({ draftId: "d1", step: "about", version }, world);
  const keptFields = engine.start(bioFields(text));
  return { engine, keptForms: keptFields };
}
