import { expect, test } from "vitest";
import { oddWavs } from "../../../tests/fixtures/odd-wavs";
import { judgeHeader } from "./intake.client";

test.each(oddWavs)("a track with $what is judged before it is sent", async ({ bytes, verdict }) => {
  const found = await judgeHeader(new File([bytes], "tide.wav"), "track");
  if ("refused" in verdict)
    expect(found).toEqual({ ok: false, text: expect.stringContaining(verdict.refused) });
  else {
    const oddities = verdict.oddities.length > 0 ? verdict.oddities : undefined;
    expect(found).toMatchObject({ ok: true });
    expect(found.ok && found.probe.kind === "wav" && found.probe.oddities).toEqual(oddities);
  }
});
