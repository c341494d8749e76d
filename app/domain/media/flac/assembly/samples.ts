// Between the bytes of a WAV file and libFLAC's whole numbers of 32 bits. Samples of 8 bits are unsigned
// in a file, others signed and little-endian. Each size has a loop of its own, for its speed.

/** Writes the samples of one channel, `stride` bytes apart. */
export function packChannel(from: usize, to: usize, stride: i32, count: i32, bits: i32): void {
  const end = from + <usize>(count << 2);
  if (bits === 8) {
    for (; from < end; from += 4, to += stride) store<u8>(to, <u8>(load<i32>(from) + 128));
  } else if (bits === 16) {
    for (; from < end; from += 4, to += stride) store<i16>(to, load<i16>(from));
  } else {
    for (; from < end; from += 4, to += stride) {
      store<u16>(to, load<u16>(from));
      store<u8>(to, load<u8>(from, 2), 2);
    }
  }
}

/** Reads `count` samples, of all channels in turn, for the encoder. */
export function unpackSamples(from: usize, to: usize, count: i32, bits: i32): void {
  const end = to + <usize>(count << 2);
  if (bits === 8) {
    for (; to < end; from += 1, to += 4) store<i32>(to, <i32>load<u8>(from) - 128);
  } else if (bits === 16) {
    for (; to < end; from += 2, to += 4) store<i32>(to, load<i16>(from));
  } else {
    for (; to < end; from += 3, to += 4)
      store<i32>(to, <i32>load<u16>(from) | ((<i32>load<i8>(from, 2)) << 16));
  }
}
