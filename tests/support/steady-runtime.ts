// Miniflare calls its workers synchronously: it waits until a shared number is 1. The wake-up of one wait
// may arrive during the next one on a busy machine, which then ends without an answer, and every later
// wait is off by one. This repeats a wait as long as the number says that there is nothing to read.
const { wait } = Atomics;
/** Test files that share a process load this file repeatedly. */
const STEADY = Symbol.for("steady-runtime");

const patientWait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const outcome = wait(array, index, value, timeout);
    const isSpurious = outcome === "ok" && Atomics.load(array, index) === value;
    if (!isSpurious || timeout !== undefined) return outcome;
  }
}) as typeof Atomics.wait;

if (!(STEADY in wait)) Atomics.wait = Object.assign(patientWait, { [STEADY]: true });
