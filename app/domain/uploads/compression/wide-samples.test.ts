import fc from "fast-check";
import { expect, test } from "vitest";
import { narrowSamples, type WideKind, widenSamples } from "./wide-samples";

function bytesOf(kind: WideKind, values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => {
    if (kind === "int32") view.setInt32(index * 4, value, true);
    else view.setFloat32(index * 4, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** The bytes after both ways; undefined where they do not narrow. */
function roundTrip(kind: WideKind, bytes: Uint8Array): Uint8Array | undefined {
  const narrow = narrowSamples(bytes, kind);
  return narrow && widenSamples(narrow.samples, { kind, shift: narrow.shift });
}

const samples24 = fc.array(fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }), { minLength: 1 });

test.each(["int32", "float32"] as const)(
  "samples of %s that hold 24 bits come back byte for byte, however loud they are",
  (kind) => {
    fc.assert(
      fc.property(samples24, fc.integer({ min: 0, max: 8 }), (samples, louder) => {
        const scale = kind === "int32" ? 2 ** louder : 2 ** (louder - 23);
        const bytes = bytesOf(
          kind,
          // There is one zero among whole numbers.
          samples.map((sample) => sample * scale + 0),
        );
        expect(roundTrip(kind, bytes)).toEqual(bytes);
      }),
    );
  },
);

test.each(["int32", "float32"] as const)(
  "whatever %s holds comes back as it was, or not at all",
  (kind) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 400 }), (random) => {
        const bytes = random.slice(0, random.length - (random.length % 4));
        const back = roundTrip(kind, bytes);
        if (back) expect(back).toEqual(bytes);
      }),
    );
  },
);

test.each<[string, WideKind, number[]]>([
  ["more bits than 24", "int32", [2 ** 31 - 1]],
  ["more bits than 24 beside each other", "float32", [0.5, 2 ** -24]],
  ["the other zero", "float32", [0.5, -0]],
  ["no number", "float32", [0.5, Number.NaN]],
  ["no end", "float32", [Number.POSITIVE_INFINITY]],
])("samples with %s go as they are", (_, kind, values) => {
  expect(narrowSamples(bytesOf(kind, values), kind)).toBeUndefined();
});

test("silence, full scale and what is beyond it narrow", () => {
  for (const values of [[0, 0], [1, -1], [-1], [1.5, -4], [2 ** -23, -(2 ** -23)]])
    expect(roundTrip("float32", bytesOf("float32", values))).toEqual(bytesOf("float32", values));
  for (const values of [[0], [-(2 ** 31)], [255, -256], [2 ** 31 - 256]])
    expect(roundTrip("int32", bytesOf("int32", values))).toEqual(bytesOf("int32", values));
});
