/** Sample values of the 256 G.711 bytes, where 1 is full scale. */
export type G711Table = Float64Array;

// G.711 decodes to 13 and 14 bits, aligned to the top of 16.
const FULL_SCALE = 32_768;

/** A-law (ITU-T G.711): a sign, three bits of segment, four of step, with every other bit turned. */
export function aLawTable(): G711Table {
  return Float64Array.from({ length: 256 }, (_, byte) => {
    const bits = byte ^ 0x55;
    const segment = (bits >> 4) & 7;
    const step = bits & 15;
    const size = segment === 0 ? 16 * step + 8 : (16 * step + 264) * 2 ** (segment - 1);
    return (bits & 0x80 ? size : -size) / FULL_SCALE;
  });
}

/** Mu-law (ITU-T G.711): the same with all bits turned and a bias of 132. */
export function muLawTable(): G711Table {
  return Float64Array.from({ length: 256 }, (_, byte) => {
    const bits = ~byte & 0xff;
    const segment = (bits >> 4) & 7;
    const step = bits & 15;
    const size = (8 * step + 132) * 2 ** segment - 132;
    return (bits & 0x80 ? -size : size) / FULL_SCALE;
  });
}
