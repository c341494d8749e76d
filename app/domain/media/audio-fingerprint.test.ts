import fc from "fast-check";
import { expect, test } from "vitest";
import { createFingerprint } from "./audio-fingerprint";

const CD = { format: "pcm", bitsPerSample: 16, channels: 2, sampleRate: 44_100 } as const;

function computeFingerprint(
  bytes: Uint8Array,
  cuts: number[] = [],
  format: Parameters<typeof createFingerprint>[0] = CD,
) {
  const fingerprinter = createFingerprint(format);
  let from = 0;
  for (const end of [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  )) {
    fingerprinter.push(bytes.subarray(from, end));
    from = end;
  }
  return fingerprinter.end();
}

const audio = fc.uint8Array({ minLength: 1, maxLength: 200 });

test("is the same wherever the bytes are cut", () => {
  fc.assert(
    fc.property(audio, fc.array(fc.nat(200), { maxLength: 10 }), (bytes, cuts) => {
      expect(computeFingerprint(bytes, cuts)).toBe(computeFingerprint(bytes));
    }),
    { numRuns: 500 },
  );
});

test("differs when any bytes do, are missing, or come in another order", () => {
  fc.assert(
    fc.property(audio, audio, (cut, second) => {
      const same = cut.length === second.length && cut.every((byte, at) => byte === second[at]);
      expect(computeFingerprint(cut) === computeFingerprint(second)).toBe(same);
    }),
  );
  fc.assert(
    fc.property(audio, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, place, change) => {
      const at = place % bytes.length;
      const changedBytes = bytes.slice();
      changedBytes[at] = (changedBytes[at] ?? 0) ^ change;
      expect(computeFingerprint(changedBytes)).not.toBe(computeFingerprint(bytes));
      expect(computeFingerprint(bytes.subarray(1))).not.toBe(computeFingerprint(bytes));
    }),
    { numRuns: 500 },
  );
});

test("tells apart silences of different length, and thousands of alike files", () => {
  const fingerprints = new Set<string>();
  for (let length = 0; length < 3000; length++) {
    const bytes = new Uint8Array(64 + length);
    fingerprints.add(computeFingerprint(bytes));
    bytes[length] = 1;
    fingerprints.add(computeFingerprint(bytes));
  }
  expect(fingerprints.size).toBe(6000);
});

test("spreads every bit of the audio over both halves", () => {
  const base = new Uint8Array(4000).fill(7);
  const halves = (bytes: Uint8Array) =>
    (computeFingerprint(bytes).split(":")[2] ?? "").match(/.{8}/g) ?? [];
  const before = halves(base).map((half) => Number.parseInt(half, 16));
  for (const place of [0, 1, 2, 3, 2000, 3999]) {
    for (let bit = 0; bit < 8; bit++) {
      const bytes = base.slice();
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      for (const [at, half] of halves(bytes).entries()) {
        const difference = (Number.parseInt(half, 16) ^ (before[at] ?? 0)) >>> 0;
        const bits = difference.toString(2).replaceAll("0", "").length;
        expect(bits, `bit ${bit} of byte ${place}`).toBeGreaterThan(4);
      }
    }
  }
});

test("keeps apart the same bytes as sound of another form", () => {
  const bytes = new Uint8Array(48).fill(9);
  const forms = [
    CD,
    { ...CD, channels: 1 },
    { ...CD, sampleRate: 48_000 },
    { ...CD, bitsPerSample: 24 },
    { ...CD, format: "float" as const },
  ];
  expect(new Set(forms.map((form) => computeFingerprint(bytes, [], form))).size).toBe(forms.length);
});
