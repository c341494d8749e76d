import { expect, test, vi } from "vitest";
import { oddWavs } from "../../../../tests/fixtures/odd-wavs";
import { openIngestSource, validateHeader } from "./ingest-file.client";

test.each(oddWavs)("a track with $what is judged before it is sent", async ({ bytes, verdict }) => {
  const result = await validateHeader(new File([bytes], "tide.wav"), "track");
  if ("refused" in verdict)
    expect(result).toEqual({ ok: false, text: expect.stringContaining(verdict.refused) });
  else {
    const oddities = verdict.oddities.length > 0 ? verdict.oddities : undefined;
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.probe.kind === "wav" && result.probe.oddities).toEqual(oddities);
  }
});

/** A file about to be read where there are no workers, with the clock in the test's hand. */
function aSource() {
  const file = new Blob([new Uint8Array(40_000).fill(7)]);
  const waiting: { ms: number; run: () => void }[] = [];
  const visit = new AbortController();
  const order = { file, partSize: 5_242_880, copyAs: null, listen: false };
  const later = (ms: number, run: () => void) => {
    waiting.push({ ms, run });
    return () => {};
  };
  const source = openIngestSource(order, "tide", { signal: visit.signal, later });
  const intakeState = { read: false };
  void source.intake.then((intake) => {
    intakeState.read = intake !== undefined;
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  return { source, waiting, visit, intakeState, settle };
}

test("all of a file is read once its first bytes have had a second to leave", async () => {
  const { source, waiting, intakeState, settle } = aSource();
  await settle();
  expect([intakeState.read, waiting.map(({ ms }) => ms)]).toEqual([false, [1_000]]);
  waiting[0]?.run();
  expect((await source.intake)?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("it is read at once where somebody waits for what that gives, and not at all once it is given up", async () => {
  const wantedSource = aSource();
  expect((await wantedSource.source.hashes(5_242_880))?.sha256).toMatch(/^[0-9a-f]{64}$/);
  const droppedSource = aSource();
  droppedSource.visit.abort();
  expect(await droppedSource.source.intake).toBeUndefined();
});

test("no file's copy waits until another one has been listened to", async () => {
  const doneMessage = { type: "done", sha256: "a".repeat(64), partSha256: [], copied: true };
  // Listening never ends here.
  class Stub {
    onmessage?: (event: { data: unknown }) => void;
    constructor(private readonly url: string) {}
    postMessage() {
      if (this.url.includes("ingest"))
        queueMicrotask(() => this.onmessage?.({ data: doneMessage }));
    }
    terminate() {}
  }
  vi.stubGlobal("Worker", Stub);
  const sources = ["tide", "ebb", "flood"].map((name) => {
    const order = { file: new Blob([name]), partSize: 5_242_880, copyAs: null, listen: true };
    const later = (_: number, run: () => void) => {
      run();
      return () => {};
    };
    return openIngestSource(order, name, { signal: new AbortController().signal, later });
  });
  const intakes = await Promise.all(sources.map(({ intake }) => intake));
  expect(intakes.map((intake) => intake?.copied)).toEqual([true, true, true]);
  vi.unstubAllGlobals();
});
