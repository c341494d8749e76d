import { hasHuffmanTable, type JpegTables } from "./jpeg-tables";

/** The frame header. */
export interface JpegFrame {
  /** Second byte of the frame's marker, C0 to CF: the coding. */
  marker: number;
  progressive: boolean;
  arithmetic: boolean;
  /** Bits of each component of a pixel. */
  precision: number;
  /** Pixels as stored. */
  width: number;
  height: number;
  /** Components with sampling factors and quantisation table. */
  components: { id: number; across: number; down: number; table: number }[];
}

/** Blocks that one unit of an interleaved scan may have (T.81 B.2.3). */
const MAX_BLOCKS = 10;
/** The maximum bit position of a progressive scan. */
const MAX_SHIFT = 13;

export type Component = JpegFrame["components"][number];

/** The components of a scan; in a progressive picture, a part of their data. */
export interface Scan {
  components: Component[];
  /** Whether it has the DC coefficients, without which nothing is shown. */
  means: boolean;
}

/**
 * Reads a scan header (T.81 B.2.3) and checks that everything it needs is defined.
 * @returns undefined if nobody can decode it.
 */
export function readScan(frame: JpegFrame, tables: JpegTables, body: DataView): Scan | undefined {
  const count = body.byteLength > 0 ? body.getUint8(0) : 0;
  if (count < 1 || count > 4 || body.byteLength !== 4 + 2 * count) return undefined;
  const scanComponents: { component: Component; codes: number }[] = [];
  for (let i = 0; i < count; i++) {
    const id = body.getUint8(1 + 2 * i);
    // In the order of the frame, without repetition.
    const component = frame.components.find(
      (candidate, index) => candidate.id === id && index >= i,
    );
    if (!component || scanComponents.some((candidate) => candidate.component === component))
      return undefined;
    scanComponents.push({ component, codes: body.getUint8(2 + 2 * i) });
  }
  const blocks = scanComponents.reduce(
    (sum, { component }) => sum + component.across * component.down,
    0,
  );
  if (count > 1 && blocks > MAX_BLOCKS) return undefined;
  if (!scanComponents.every(({ component }) => tables.quantisation.has(component.table)))
    return undefined;
  const at = 1 + 2 * count;
  const [first, last, bits] = [body.getUint8(at), body.getUint8(at + 1), body.getUint8(at + 2)];
  const hasMeans = first === 0;
  if (frame.progressive) {
    const isValidSpectrum = hasMeans ? last === 0 : first <= last && last < 64 && count === 1;
    const [previousShift, shift] = [bits >> 4, bits & 15];
    const isNext = previousShift === 0 || shift === previousShift - 1;
    if (!isValidSpectrum || !isNext || shift > MAX_SHIFT) return undefined;
  }
  const isRefinement = frame.progressive && hasMeans && bits >> 4 > 0;
  const isDecodable = scanComponents.every(({ codes }) => {
    if (frame.arithmetic || isRefinement) return true;
    const hasMeanTable = hasHuffmanTable(tables, `DC${codes >> 4}`, !frame.progressive);
    const hasCoefficientTable = hasHuffmanTable(tables, `AC${codes & 15}`, !frame.progressive);
    return frame.progressive
      ? hasMeans
        ? hasMeanTable
        : hasCoefficientTable
      : hasMeanTable && hasCoefficientTable;
  });
  return isDecodable
    ? { components: scanComponents.map(({ component }) => component), means: hasMeans }
    : undefined;
}
