import { expect, test } from "vitest";
import type { Probe } from "./probe";
import { ARTWORK_SLOT, audioSlot } from "./slots";
import { trackSeconds } from "./track-seconds";

const wav: Probe = {
  kind: "wav",
  format: "pcm",
  channels: 2,
  sampleRate: 44_100,
  bitsPerSample: 16,
  seconds: 90.5,
};

test("a stored track has its length, one that was never measured and a picture have none", () => {
  const files = [
    { slot: audioSlot("a"), probe: wav },
    { slot: audioSlot("b"), probe: null },
    { slot: ARTWORK_SLOT, probe: { kind: "jpeg", width: 1, height: 1, components: 3 } as const },
  ];
  expect([...trackSeconds(files)]).toEqual([[audioSlot("a"), 90.5]]);
});
