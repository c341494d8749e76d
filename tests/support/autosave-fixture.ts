import { expect } from "vitest";
import { AutosaveEngine } from "~/forms/autosave/autosave-engine.client";
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

/** Resolves after all pending promises. */
export const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** A browser with a manual clock, and a server that stores one step as the real one does. */
export function createAutosaveFixture(storageEntries = new Map<string, string>()) {
  let time = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const fixture = {
    mode: "up" as ServerMode,
    storedText: undefined as string | undefined,
    requests: [] as { text: string; base: string; keepalive: boolean }[],
    atOnce: 0,
    mostAtOnce: 0,
    kept: storageEntries,
    /** Finishes a slow request. */
    finish: () => {},
    token: () => (fixture.storedText === undefined ? "new" : `v:${fixture.storedText}`),
    now: () => time,
    schedule(run: () => void, ms: number) {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((candidate) => candidate !== timer);
      };
    },
    async pass(ms: number) {
      const end = time + ms;
      for (;;) {
        await flushPromises();
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((candidate) => candidate !== next);
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
      fixture.mostAtOnce = Math.max(fixture.mostAtOnce, ++fixture.atOnce);
      try {
        const form = new URLSearchParams(String(init.body));
        const [text, base] = [form.get("bio") ?? "", form.get("version") ?? ""];
        fixture.requests.push({ text, base, keepalive: init.keepalive === true });
        if (fixture.mode === "slow")
          await new Promise<void>((resolve, reject) => {
            fixture.finish = resolve;
            init.signal?.addEventListener("abort", () => reject(new Error("given up")));
          });
        if (fixture.mode === "down") throw new TypeError("Failed to fetch");
        if (fixture.mode === "busy") return new Response("", { status: 503 });
        if (fixture.mode === "foreign page") return new Response("<html>");
        if (fixture.mode === "gone")
          return Response.json(
            { success: false, error: "It expired." },
            { status: 404, headers: { "X-Request-Id": "one" } },
          );
        if (fixture.mode === "half a refusal")
          return new Response(
            new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) }),
            { status: 404, headers: { "X-Request-Id": "one" } },
          );
        if (fixture.mode === "foreign gate")
          return Response.json({ error: "Access denied" }, { status: 403 });
        if (base !== fixture.token() && text !== fixture.storedText)
          return Response.json(
            { success: false, conflict: true, version: fixture.token(), savedAt: "T" },
            { status: 409 },
          );
        fixture.storedText = text;
        if (fixture.mode === "reply lost") throw new TypeError("Failed to fetch");
        return Response.json({ success: true, version: fixture.token() });
      } finally {
        fixture.atOnce -= 1;
      }
    },
  };
  return fixture;
}

/** A page on that step, its engine started. */
export function openAutosavePage(
  fixture: ReturnType<typeof createAutosaveFixture>,
  version = fixture.token(),
  text = "",
) {
  const engine = new AutosaveEngine({ draftId: "d1", step: "about", version }, fixture);
  const savedFields = engine.start(bioFields(text));
  return { engine, keptForms: savedFields };
}
