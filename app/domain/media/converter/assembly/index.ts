// biome-ignore-all lint/performance/noBarrelFile: what the module exports is read by its compiler.
// The converter's inner loops, in AssemblyScript: what the build makes of them is imported by the
// jobs worker as a module. Addresses are bytes in the instance's memory.
export { decodeFolded, decodeStereo } from "./decode";
export { interpolate } from "./interpolate";
export { reserve } from "./memory";
export { fade, loudest, peak, quantise, scale, seed } from "./quantise";
export { pack, shape, transform, unpack } from "./spectrum";
