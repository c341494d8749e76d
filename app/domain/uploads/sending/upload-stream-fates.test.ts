import fc from "fast-check";
import { expect, test } from "vitest";
import { deepRuns } from "../../../../tests/support/deep-runs";
import { type Fault, MIB, mbit, simulateUpload } from "../../../../tests/support/simulate-upload";
import { PART_BYTES } from "../upload-plan";

const fates = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  undefined,
  undefined,
  "lost",
  { status: 500 },
  { status: 503 },
  { status: 429, retryAfterMs: 2_000 },
  { status: 403 },
);

test("whatever happens on the way, the server gets the file, and nothing it holds goes twice", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 15 * MIB + 1, max: 45 * MIB }),
      fc.constantFrom(mbit(0.75), mbit(5), mbit(20), mbit(100)),
      fc.array(fc.integer({ min: 200, max: 30_000 }), { maxLength: 20 }),
      fc.array(fates, { maxLength: 30 }),
      fc.integer({ min: 1, max: 1e6 }),
      async (size, rate, cuts, story, seed) => {
        const world = simulateUpload({ size, rate, seed });
        const faultsLeft = [...story];
        world.fault = (what) => {
          const fate = faultsLeft.shift();
          // A refusal of any other call is final, and told elsewhere.
          return typeof fate === "object" && fate.status === 403 && !what.startsWith("PUT")
            ? undefined
            : fate;
        };
        const cutNext = () => {
          const ms = cuts.shift();
          if (ms === undefined) return;
          world.time.schedule(ms, () => {
            world.link.cut();
            cutNext();
          });
        };
        cutNext();
        const ending = await world.run();
        if (ending === "failed") expect(world.state.text).toBe("Upload failed");
        else {
          expect(ending).toBe("stored");
          expect(world.server.resent).toEqual([]);
          const faults = story.filter((fate) => fate !== undefined && fate !== "lost").length;
          // A twentieth more, and one part per cut.
          const most = size * 1.05 + (world.link.cuts + faults + 1) * PART_BYTES;
          expect(world.link.carriedBytes).toBeLessThan(most);
        }
      },
    ),
    { numRuns: deepRuns(10, 200) },
  );
}, 180_000);
