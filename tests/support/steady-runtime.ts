import "../../workers/commands/keep-connections.mjs";

// The stand-in of the runtime asks its workers synchronously: it waits until a shared number is 1.
// Whoever sets the number wakes it up a moment later, and where the machine is busy that moment is in
// the middle of the next wait, which then ends without an answer; every later one is off by one. So
// it goes on waiting as long as the number says that there is nothing to read.
const { wait } = Atomics;
/** Files of tests that share a process load this one after the other. */
const STEADY = Symbol.for("steady-runtime");

const patientWait = ((array: Int32Array, index: number, value: number, timeout?: number) => {
  for (;;) {
    const outcome = wait(array, index, value, timeout);
    const isSpurious = outcome === "ok" && Atomics.load(array, index) === value;
    if (!isSpurious || timeout !== undefined) return outcome;
  }
}) as typeof Atomics.wait;

if (!(STEADY in wait)) Atomics.wait = Object.assign(patientWait, { [STEADY]: true });
