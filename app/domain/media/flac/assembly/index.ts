// biome-ignore-all lint/performance/noBarrelFile: what the module exports is read by its compiler.
// What libFLAC calls back, in AssemblyScript: its table takes compiled functions alone, and workerd
// compiles nothing at run time. It works in libFLAC's memory, and has none of its own.
export { readStream, skipMetadata, stopAtError, writeFrame } from "./decoding";
export { writeStream } from "./encoding";
export { unpackSamples } from "./samples";
