/** Tables that a JPEG file has defined so far. */
export interface JpegTables {
  quantisation: Set<number>;
  /** Huffman tables by class and number (`DC0`, `AC1`), and whether they are valid. */
  codes: Map<string, boolean>;
  /** Restart interval in units; 0 for none. */
  interval: number;
}

/** Default tables of decoders for sequential pictures (T.81 annex K; motion JPEG). */
const DEFAULT_TABLES = ["DC0", "DC1", "AC0", "AC1"];

export function createTables(): JpegTables {
  return { quantisation: new Set(), codes: new Map(), interval: 0 };
}

export function hasHuffmanTable(tables: JpegTables, name: string, sequential: boolean): boolean {
  return tables.codes.get(name) ?? (sequential && DEFAULT_TABLES.includes(name));
}

/** Reads a DQT segment. @returns whether it is valid (T.81 B.2.4.1). */
export function readQuantisation({ quantisation }: JpegTables, body: DataView): boolean {
  let at = 0;
  while (at < body.byteLength) {
    const header = body.getUint8(at);
    if ((header & 15) > 3) return false;
    at += 1 + (header >> 4 ? 128 : 64);
    quantisation.add(header & 15);
  }
  return at === body.byteLength;
}

/** Reads a DHT segment. @returns whether it is valid (T.81 B.2.4.2). */
export function readHuffmanTables({ codes }: JpegTables, body: DataView): boolean {
  let at = 0;
  while (body.byteLength - at > 16) {
    const header = body.getUint8(at);
    const counts = Array.from({ length: 16 }, (_, i) => body.getUint8(at + 1 + i));
    const total = counts.reduce((sum, count) => sum + count, 0);
    at += 17;
    if (total > 256 || total > body.byteLength - at || header > 0x13 || (header & 15) > 3)
      return false;
    const isMean = header < 0x10;
    const symbols = Array.from({ length: total }, (_, i) => body.getUint8(at + i));
    const hasValidSymbols = !isMean || symbols.every((symbol) => symbol < 16);
    codes.set(`${isMean ? "DC" : "AC"}${header & 15}`, hasValidSymbols && isPrefixCode(counts));
    at += total;
  }
  return at === body.byteLength;
}

/**
 * Whether so many codes of each length, from 1 bit on, form a prefix code without the code of ones
 * alone, which is reserved for filling (T.81 annex C).
 */
function isPrefixCode(counts: readonly number[]): boolean {
  let code = 0;
  for (const [index, count] of counts.entries()) {
    code += count;
    if (code >= 2 ** (index + 1)) return false;
    code *= 2;
  }
  return true;
}

/** Whether a DAC segment (arithmetic conditioning) is valid (T.81 B.2.4.3). */
export function isConditioning(body: DataView): boolean {
  if (body.byteLength % 2 !== 0) return false;
  for (let at = 0; at < body.byteLength; at += 2) {
    const [destination, value] = [body.getUint8(at), body.getUint8(at + 1)];
    if (destination >= 32 || (destination < 16 && (value & 15) > value >> 4)) return false;
  }
  return true;
}
