import type { Engine } from "./engine";
import { radices } from "./rate-plan";

/** (cosine, sine) of the angle of minus `part` in `whole` of a turn. */
function root(part: number, whole: number): [number, number] {
  const angle = (-2 * Math.PI * (part % whole)) / whole;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Writes the passes of a transform into the engine's memory.
 * @returns the address that `transform` takes.
 */
export function writeTransform(engine: Engine, size: number): number {
  const plan: number[] = [];
  let length = size;
  let stride = 1;
  for (const radix of radices(size) ?? []) {
    const groups = length / radix;
    const twiddles: number[] = [];
    for (let p = 0; p < groups; p++)
      for (let j = 1; j < radix; j++) twiddles.push(...root(p * j, length));
    plan.push(radix, groups, stride, engine.floats(twiddles));
    length = groups;
    stride *= radix;
  }
  return engine.words([...plan, 0]);
}
